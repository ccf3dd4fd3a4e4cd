"""The numbers of the system calls that the filter stops or looks at, on x86-64 and on arm64.

The numbers are those of the kernel's tables: x86-64 has its own, arm64 the generic one, and calls
from 424 on have the same number on both.
"""

from typing import Final

X86_64: Final = 0
AARCH64: Final = 1
COLUMNS: Final = {"x86_64": X86_64, "aarch64": AARCH64, "arm64": AARCH64}
"""Which of the two numbers of a call a machine uses, by the machine's name as `uname` tells it."""
ARCHITECTURES: Final = (0xC000003E, 0xC00000B7)
"""The processors as a filter sees them: AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64."""

Numbers = tuple[int, int]
"""The numbers of a call on x86-64 and on arm64."""
OldNumbers = tuple[int, int | None]
"""The numbers of a call that arm64 may lack; None if it does."""

DENIED: Final[dict[str, Numbers]] = {
    # other processes
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "process_mrelease": (448, 448),
    # memory that no limit of a process counts, and objects that outlive the process
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "semget": (64, 190),
    "semop": (65, 193),
    "semctl": (66, 191),
    "semtimedop": (220, 192),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "mq_open": (240, 180),
    "memfd_secret": (447, 447),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # the largest interfaces of the kernel, where a flaw is most likely
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "perf_event_open": (298, 241),
    "fanotify_init": (300, 262),
    "lookup_dcookie": (212, 18),
    # mounts, namespaces, and files by handle instead of by path
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "open_tree_attr": (467, 467),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "unshare": (272, 97),
    "setns": (308, 268),
    # the whole machine
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "acct": (163, 89),
    "syslog": (103, 116),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    # the bot's share of the processors and of the disk
    "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
    "ioprio_set": (251, 30),
}
"""The filter lets these fail with EPERM."""

WATCHING: Final[dict[str, OldNumbers]] = {
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27),
}
"""The filter lets these fail with ENOSYS: they show what others do with files that all can read.
Programs cope with kernels that lack these calls."""

METADATA: Final[dict[str, OldNumbers]] = {
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "lchown": (94, None),
    "fchown": (93, 55),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "setxattrat": (463, 463),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "removexattrat": (466, 466),
    "file_setattr": (469, 469),
}
"""These calls change a file without writing to it, and Landlock has no rule for them."""

FLOCK: Final[Numbers] = (73, 32)
FCNTL: Final[Numbers] = (72, 25)
SETSOCKOPT: Final[Numbers] = (54, 208)
PRLIMIT: Final[Numbers] = (302, 261)
SETPRIORITY: Final[Numbers] = (141, 140)

SOCKET: Final[Numbers] = (41, 198)
IOCTL: Final[Numbers] = (16, 29)
CLONE: Final[Numbers] = (56, 220)
CLONE3: Final[Numbers] = (435, 435)
"""The flags of clone3 lie in memory to which its argument points, where no filter can look."""
MEMFD_CREATE: Final[Numbers] = (319, 279)
