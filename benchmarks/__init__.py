"""Benchmarks: instances with known answers, peers, runs, reports. See the README beside this."""
