import { describe, expect, it } from 'vitest';
import { seccompFilter } from './seccomp.ts';

/** Runs a filter as the kernel does: what it answers to a call. */
function judge(filter: Buffer, audit: number, number: number, args: readonly number[] = []): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number >>> 0, 0);
  data.writeUInt32LE(audit, 4);
  args.forEach((value, index) => data.writeBigUInt64LE(BigInt(value), 16 + index * 8));
  let loaded = 0;
  for (let at = 0; ; at += 1) {
    const [code, value] = [filter.readUInt16LE(at * 8), filter.readUInt32LE(at * 8 + 4)];
    const [ifTrue, ifFalse] = [filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3)];
    const skip = (isTrue: boolean) => (isTrue ? ifTrue : ifFalse);
    if (code === 0x06) return value;
    if (code === 0x20) loaded = data.readUInt32LE(value);
    else if (code === 0x15) at += skip(loaded === value);
    else if (code === 0x25) at += skip(loaded > value);
    else if (code === 0x45) at += skip((loaded & value) !== 0);
    else throw new Error(`unknown instruction ${code}`);
  }
}

const ALLOW = 0x7fff0000;
const errno = (value: number): number => 0x50000 | value;
const NUMBERS = {
  x64: {
    audit: 0xc000003e,
    read: 0,
    ioctl: 16,
    socket: 41,
    clone: 56,
    ptrace: 101,
    mount: 165,
    unshare: 272,
    bpf: 321,
  },
  arm64: {
    audit: 0xc00000b7,
    read: 63,
    ioctl: 29,
    socket: 198,
    clone: 220,
    ptrace: 117,
    mount: 40,
    unshare: 97,
    bpf: 280,
  },
};

describe.each(['x64', 'arm64'] as const)('the filter of system calls for %s', (arch) => {
  const { audit, ...numbers } = NUMBERS[arch];
  const call = (number: number, ...args: number[]) =>
    judge(seccompFilter(arch) ?? Buffer.alloc(0), audit, number, args);

  it.each([
    ['read', [], ALLOW],
    ['ptrace', [], ALLOW],
    ['mount', [], errno(1)],
    ['bpf', [], errno(1)],
    // To fork, to start a thread, and with a new user namespace.
    ['clone', [0x1200011], ALLOW],
    ['clone', [0x3d0f00], ALLOW],
    ['clone', [0x10000011], errno(1)],
    ['unshare', [0x400], ALLOW],
    ['unshare', [0x20000], errno(1)],
    ['unshare', [0x80], errno(1)],
    ['ioctl', [0, 0x5401], ALLOW],
    ['ioctl', [0, 0x5412], errno(1)],
    // The kernel reads only the lower half.
    ['ioctl', [0, 0x100005412], errno(1)],
    ['ioctl', [0, 0x541c], errno(1)],
    ['socket', [1, 1, 0], ALLOW],
    ['socket', [2, 1, 0], ALLOW],
    ['socket', [10, 1, 0], ALLOW],
    ['socket', [16, 3, 0], ALLOW],
    ['socket', [16, 3, 12], errno(97)],
    // AF_PACKET, AF_ALG and AF_VSOCK.
    ['socket', [17, 3, 0], errno(97)],
    ['socket', [38, 5, 0], errno(97)],
    ['socket', [40, 1, 0], errno(97)],
  ] as const)('%s %j is answered with %i', (name, args, answer) => {
    expect(call(numbers[name], ...args)).toBe(answer);
  });

  it('calls with another way, of another interface and newer than the filter seem not to exist', () => {
    for (const number of [425, 426, 427, 435, 500, 0x40000000, 0x40000000 + numbers.read, -1]) {
      expect(call(number)).toBe(errno(38));
    }
    expect(judge(seccompFilter(arch) ?? Buffer.alloc(0), 0x40000003, numbers.read)).toBe(errno(38));
  });
});

it('there is no filter for other processors', () => {
  expect(seccompFilter('riscv64')).toBeUndefined();
});
