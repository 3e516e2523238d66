import { execFile } from 'node:child_process';

/** Programs that give the image in the clipboard, in the order in which they are tried. */
const PROGRAMS: readonly (readonly [string, readonly string[]])[] = [
  ['wl-paste', ['--type', 'image/png']],
  ['xclip', ['-selection', 'clipboard', '-target', 'image/png', '-out']],
  ['pngpaste', ['-']],
];

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const MOST_BYTES = 20_000_000;

/** The image in the clipboard, as base64 of a PNG; undefined where there is none, or no way to it. */
export async function clipboardImage(env: Readonly<Record<string, string | undefined>>): Promise<string | undefined> {
  for (const [program, args] of PROGRAMS) {
    const image = await outputOf(program, args, env);
    if (image?.subarray(0, PNG.length).equals(PNG)) return image.toString('base64');
  }
  return undefined;
}

function outputOf(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    execFile(
      program,
      [...args],
      { env: { ...env }, encoding: 'buffer', maxBuffer: MOST_BYTES, timeout: 5000 },
      (error, stdout) => resolve(error ? undefined : stdout),
    );
  });
}
