"""An exception that comes out of an imported file."""
import _raises
