"""The service: questions over HTTP, answered by worker processes.

`optimizer.service.app` is what is asked, `optimizer.service.pool` who answers.
"""
