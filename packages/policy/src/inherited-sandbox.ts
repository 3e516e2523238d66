import { DEFAULT_SANDBOX, type Sandbox, SANDBOX_SETTINGS, SANDBOX_VARIABLE, type SandboxSetting } from './sandbox.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The sandbox that whoever started this caller works in. */
export function inheritedSandbox(env: Environment): SandboxSetting | undefined {
  return SANDBOX_SETTINGS.find((setting) => setting === env[SANDBOX_VARIABLE]);
}

/** An environment by which others learn of this sandbox. What nobody chose, they find out for themselves. */
export function withSandbox<Env extends Environment>(env: Env, sandbox: Sandbox | undefined): Env {
  if (!sandbox) return env;
  const { setting, source, only } = sandbox;
  const binds = setting !== 'off' && only === undefined && source !== DEFAULT_SANDBOX.source;
  if (!binds && env[SANDBOX_VARIABLE] === undefined) return env;
  const { [SANDBOX_VARIABLE]: _, ...others } = env;
  return { ...others, ...(binds ? { [SANDBOX_VARIABLE]: setting } : {}) } as unknown as Env;
}
