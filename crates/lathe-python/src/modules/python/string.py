"""Constants, templates and formatters. Templates with their own patterns need re; all the others do not."""

__all__ = ['ascii_letters', 'ascii_lowercase', 'ascii_uppercase', 'capwords', 'digits', 'hexdigits', 'octdigits', 'printable',
           'punctuation', 'whitespace', 'Formatter', 'Template']

import _string

whitespace = ' \t\n\r\v\f'
ascii_lowercase = 'abcdefghijklmnopqrstuvwxyz'
ascii_uppercase = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
ascii_letters = ascii_lowercase + ascii_uppercase
digits = '0123456789'
hexdigits = digits + 'abcdef' + 'ABCDEF'
octdigits = '01234567'
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    """Splits into words, capitalizes each, joins them."""
    return (sep or ' ').join(map(str.capitalize, s.split(sep)))


# --- Templates ---

_FIRST = frozenset(ascii_letters + '_')
_REST = _FIRST | frozenset(digits)
_missing = object()


class _Pattern:
    """`Template.pattern`: compiled when somebody asks for it."""

    def __get__(self, instance, cls=None):
        import re
        name = re.escape(cls.delimiter)
        braced = cls.idpattern if cls.braceidpattern is None else cls.braceidpattern
        text = (rf'{name}(?:(?P<escaped>{name})|(?P<named>{cls.idpattern})|{{(?P<braced>{braced})}}|(?P<invalid>))')
        flags = re.IGNORECASE if cls.flags is None else cls.flags
        return re.compile(text, flags | re.VERBOSE)


class Template:
    """A string with $names in it."""

    delimiter = '$'
    idpattern = r'(?a:[_a-z][_a-z0-9]*)'
    braceidpattern = None
    # Those of re.IGNORECASE.
    flags = None
    pattern = _Pattern()

    def __init_subclass__(cls):
        super().__init_subclass__()
        own = cls.__dict__
        if 'pattern' in own and isinstance(own['pattern'], str):
            import re
            cls.pattern = re.compile(own['pattern'], (re.IGNORECASE if cls.flags is None else cls.flags) | re.VERBOSE)

    def __init__(self, template):
        self.template = template

    def _parts(self):
        """What it consists of: (start of the text behind a delimiter, kind, name, where it goes on)."""
        cls = type(self)
        plain = (cls.idpattern is Template.idpattern and cls.braceidpattern is None and cls.flags is None
                 and isinstance(_find(cls, 'pattern'), _Pattern))
        return self._scan() if plain else self._matches()

    def _scan(self):
        text, delimiter = self.template, self.delimiter
        width, at = len(delimiter), 0
        while True:
            start = text.find(delimiter, at)
            if start < 0:
                return
            behind = start + width
            if text.startswith(delimiter, behind):
                at = behind + width
                yield start, 'escaped', delimiter, at
                continue
            braced = text.startswith('{', behind)
            first = end = behind + braced
            if text[first:first + 1] in _FIRST:
                while text[end:end + 1] in _REST:
                    end += 1
            if end == first or (braced and not text.startswith('}', end)):
                at = behind
                yield start, 'invalid', behind, at
                continue
            at = end + braced
            yield start, 'braced' if braced else 'named', text[first:end], at

    def _matches(self):
        for found in self.pattern.finditer(self.template):
            for kind in ('named', 'braced', 'escaped', 'invalid'):
                if found.group(kind) is not None:
                    name = found.start(kind) if kind == 'invalid' else found.group(kind)
                    yield found.start(), kind, name, found.end()
                    break
            else:
                raise ValueError('Unrecognized named group in pattern', self.pattern)

    def _refuse(self, at):
        lines = self.template[:at].splitlines(keepends=True)
        if lines:
            line, column = len(lines), at - len(''.join(lines[:-1]))
        else:
            line = column = 1
        raise ValueError('Invalid placeholder in string: line %d, col %d' % (line, column))

    def _filled(self, mapping, more, safe):
        text, at, parts = self.template, 0, []
        for start, kind, name, end in self._parts():
            parts.append(text[at:start])
            if kind == 'escaped':
                parts.append(self.delimiter)
            elif kind == 'invalid':
                if not safe:
                    self._refuse(name)
                parts.append(text[start:end])
            else:
                try:
                    value = more[name] if name in more or mapping is _missing else mapping[name]
                except KeyError:
                    if not safe:
                        raise
                    value = text[start:end]
                parts.append(str(value))
            at = end
        parts.append(text[at:])
        return ''.join(parts)

    def substitute(self, mapping=_missing, /, **kws):
        return self._filled(mapping, kws, False)

    def safe_substitute(self, mapping=_missing, /, **kws):
        """The same, but what is not known, or no name, stays as it is."""
        return self._filled(mapping, kws, True)

    def is_valid(self):
        return all(kind != 'invalid' for _, kind, _, _ in self._parts())

    def get_identifiers(self):
        found = {}
        for _, kind, name, _ in self._parts():
            if kind in ('named', 'braced'):
                found[name] = None
        return list(found)


def _find(cls, name):
    for base in cls.__mro__:
        if name in base.__dict__:
            return base.__dict__[name]


# --- Formatters ---

class Formatter:
    """What str.format does, in methods that subclasses can override."""

    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used = set()
        result, _ = self._vformat(format_string, args, kwargs, used, 2)
        self.check_unused_args(used, args, kwargs)
        return result

    def _vformat(self, format_string, args, kwargs, used_args, recursion_depth, auto_arg_index=0):
        if recursion_depth < 0:
            raise ValueError('Max string recursion exceeded')
        parts = []
        for literal, name, spec, conversion in self.parse(format_string):
            if literal:
                parts.append(literal)
            if name is None:
                continue
            first, _ = _string.formatter_field_name_split(name)
            if first == '':
                if auto_arg_index is False:
                    raise ValueError('cannot switch from manual field specification to automatic field numbering')
                name = str(auto_arg_index) + name
                auto_arg_index += 1
            elif isinstance(first, int):
                if auto_arg_index:
                    raise ValueError('cannot switch from manual field specification to automatic field numbering')
                # From now on, they cannot be counted.
                auto_arg_index = False
            value, used = self.get_field(name, args, kwargs)
            used_args.add(used)
            value = self.convert_field(value, conversion)
            spec, auto_arg_index = self._vformat(spec, args, kwargs, used_args, recursion_depth - 1, auto_arg_index)
            parts.append(self.format_field(value, spec))
        return ''.join(parts), auto_arg_index

    def get_value(self, key, args, kwargs):
        return args[key] if isinstance(key, int) else kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        pass

    def format_field(self, value, format_spec):
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion == 's':
            return str(value)
        if conversion == 'r':
            return repr(value)
        if conversion == 'a':
            return ascii(value)
        raise ValueError(f'Unknown conversion specifier {conversion!s}')

    def parse(self, format_string):
        return _string.formatter_parser(format_string)

    def get_field(self, field_name, args, kwargs):
        first, rest = _string.formatter_field_name_split(field_name)
        value = self.get_value(first, args, kwargs)
        for is_attribute, key in rest:
            value = getattr(value, key) if is_attribute else value[key]
        return value, first
