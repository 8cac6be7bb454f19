"""A property that is computed once, like `functools.cached_property`, but without its lock.

Python 3.12 has done away with the lock; before, it costs as much as what is computed here.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, TypeVar, overload

Value = TypeVar("Value")
Owner = TypeVar("Owner")


class lazy(Generic[Value]):  # noqa: N801  (used like a keyword)
    """Compute a value on first use and keep it in the instance's ``__dict__``."""

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self.compute = compute
        self.name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> "lazy[Value]": ...
    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...
    def __get__(self, instance: object | None, owner: type) -> "lazy[Value] | Value":
        """Return the value; the next time it is found before this is asked."""
        if instance is None:
            return self
        value = instance.__dict__[self.name] = self.compute(instance)
        return value


def kept(compute: Callable[[Owner], Value]) -> Callable[[Owner], Value]:
    """Have a function of one immutable object keep its value in the object's ``__dict__``."""
    name = f"{compute.__module__}.{compute.__name__}"

    @wraps(compute)
    def found(owner: Owner) -> Value:
        known = owner.__dict__
        if name not in known:
            known[name] = compute(owner)
        value: Value = known[name]
        return value

    return found
