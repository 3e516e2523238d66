import type { Sandbox } from './helve.ts';

/** What helve prints: one envelope. */
export interface Said {
  readonly ok: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
  readonly warnings?: readonly string[];
}

/** Runs helve and reads what it says. */
export async function say({ helve }: Pick<Sandbox, 'helve'>, ...args: readonly string[]): Promise<Said> {
  const { stdout, stderr } = await helve(args);
  try {
    return JSON.parse(stdout) as Said;
  } catch {
    throw new Error(`helve ${args.join(' ')} said no JSON: ${stdout}${stderr}`);
  }
}
