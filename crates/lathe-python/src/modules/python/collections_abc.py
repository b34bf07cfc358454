"""Another name of _collections_abc."""

import _collections_abc
import sys

sys.modules['collections.abc'] = _collections_abc
