"""What is done with the damage that is left over when everything useful is decided."""

from optimizer.pooled.problem import Decided, Problem, Source


def settled(problem: Problem, decided: Decided) -> Decided:
    """Return a decision with the damage that is left over on creatures, as lethal damage if it can.

    What is not enough for that lies on a group that has lethal damage on a copy, if there is one,
    else on a single copy.
    """
    amounts, lethal = dict(decided.amounts), dict(decided.lethal)
    touched = dict(decided.touched)
    given: dict[str, int] = {}
    for (name, _), amount in amounts.items():
        given[name] = given.get(name, 0) + amount

    def put(source: Source, name: str, amount: int) -> None:
        if amount:
            amounts[source.id, name] = amounts.get((source.id, name), 0) + amount

    for source in problem.sources:
        left = source.supply - given.get(source.id, 0)
        if not left:
            continue
        if not source.groups:
            put(source, source.aim, left)
            continue
        for name in source.groups:
            target = problem.targets[name]
            if target.needed:
                each, by = (1, touched) if source.deathtouch else (target.needed, lethal)
                room = target.count - lethal.get(name, 0) - touched.get(name, 0)
                if copies := min(room, left // each):
                    by[name] = by.get(name, 0) + copies
                    put(source, name, copies * each)
                    left -= copies * each
        met = (n for n in source.groups if lethal.get(n) or touched.get(n))
        place = next(met, source.groups[0])
        put(source, place, left)
        needed = problem.targets[place].needed
        is_met = lethal.get(place) or touched.get(place) or not needed
        if not is_met and sum(n for (_, at), n in amounts.items() if at == place) >= needed:
            lethal[place] = 1
    return Decided(amounts, lethal, touched)
