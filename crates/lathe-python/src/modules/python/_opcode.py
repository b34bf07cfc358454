"""What `opcode` asks about CPython's instructions: there are none here."""


def _never(op, /):
    return False


is_valid = has_arg = has_const = has_name = has_jump = has_free = has_local = has_exc = _never


def stack_effect(opcode, oparg=None, /, *, jump=None):
    raise ValueError("invalid opcode or oparg")


def get_executor(*, code, offset):
    raise RuntimeError("Executors are not available in this build")


def get_specialization_stats():
    return None


def get_nb_ops():
    return [("NB_ADD", "+")] * 27


def get_intrinsic1_descs():
    return []


get_intrinsic2_descs = get_special_method_names = get_intrinsic1_descs
