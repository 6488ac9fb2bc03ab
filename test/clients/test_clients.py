"""Runs every test of the modules beside this file. Prints one line `N passed, N failed`; run.mjs starts it.

After CLIENTS_SECONDS no test starts: the others are skipped by name.
"""

import importlib.metadata
import os
import sys
import time
import traceback

import agents
import commands
import compatibility
import deleting
import directories
import documentation
import editing
import emitting
import events
import finding
import following
import housekeeping
import ingesting
import lineage
import moving
import reading
import resolving
import patching
import propagating
import run_events
import searching
import snapshots
from support import Protocol

# Each module, and whether its clients write over OpenAPI.
RUNS = [
    (emitting, False),
    (emitting, True),
    (editing, False),
    (editing, True),
    (patching, False),
    (patching, True),
    (snapshots, False),
    (commands, False),
    (compatibility, True),
    (documentation, False),
    (moving, False),
    (housekeeping, False),
    (ingesting, False),
    (searching, False),
    (searching, True),
    (finding, False),
    (resolving, False),
    (events, False),
    (run_events, False),
    (reading, False),
    (directories, False),
    (directories, True),
    (deleting, False),
    (following, False),
    (following, True),
    (lineage, False),
    (lineage, True),
    (agents, False),
    (propagating, False),
]


def main() -> int:
    passed, failed = 0, 0
    until = time.monotonic() + float(os.environ.get("CLIENTS_SECONDS", "inf"))
    print(f"acryl-datahub {importlib.metadata.version('acryl-datahub')}, Python {sys.version.split()[0]}")
    for module, Protocol.openapi in RUNS:
        for name, test in list(vars(module).items()):
            if not name.startswith("test_"):
                continue
            protocol = " over OpenAPI" if Protocol.openapi else ""
            label = f"{module.__name__}{protocol}: {name.removeprefix('test_').replace('_', ' ')}"
            start = time.monotonic()
            if start > until:
                print(f"skipped {label}: there is no time left")
                continue
            try:
                test()
                passed += 1
                print(f"ok {label} ({time.monotonic() - start:.1f} s)")
            except Exception:
                failed += 1
                print(f"not ok {label}\n{traceback.format_exc()}")
            sys.stdout.flush()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
