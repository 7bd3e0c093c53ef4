"""The ratios that Paperchase has to keep, measured: `python -m tests.bench`.

Each figure is a ratio of medians over rounds that alternate between its two sides, in one run on
one machine; what is absolute says so in its unit. A figure is never a test: machines are noisy.
"""

import sys
from pathlib import Path

# As pytest has it: what serves the tests is at hand without a package.
sys.path.insert(0, str(Path(__file__).parents[1]))
