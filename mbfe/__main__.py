"""``python -m mbfe``: the command line."""

from mbfe.cli import main

raise SystemExit(main())
