"""The names of what finds and loads modules elsewhere; here the interpreter does."""

SOURCE_SUFFIXES, BYTECODE_SUFFIXES, EXTENSION_SUFFIXES = [".py"], [], []
DEBUG_BYTECODE_SUFFIXES = OPTIMIZED_BYTECODE_SUFFIXES = BYTECODE_SUFFIXES


def all_suffixes():
    return SOURCE_SUFFIXES + BYTECODE_SUFFIXES + EXTENSION_SUFFIXES


class ModuleSpec:
    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name, self.loader, self.origin, self.loader_state = name, loader, origin, loader_state
        self.submodule_search_locations = [] if is_package else None
        self.has_location, self.cached = False, None

    @property
    def parent(self):
        return self.name if self.submodule_search_locations is not None else self.name.rpartition(".")[0]

    def __repr__(self):
        return f"ModuleSpec(name={self.name!r}, loader={self.loader!r}, origin={self.origin!r})"


class _Loader:
    def __init__(self, fullname=None, path=None):
        self.name, self.path = fullname, path


class BuiltinImporter(_Loader):
    pass


class FrozenImporter(_Loader):
    pass


class PathFinder(_Loader):
    pass


class FileFinder(_Loader):
    pass


class SourceFileLoader(_Loader):
    pass


class SourcelessFileLoader(_Loader):
    pass


class ExtensionFileLoader(_Loader):
    pass


class NamespaceLoader(_Loader):
    pass
