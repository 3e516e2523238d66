import { call, CommandError, type Confinement, type Context, toCommandError, worded } from '@helve/command';
import { readAllowances } from '../allowances.ts';
import { builtIn } from './built-in.ts';
import { type ConfiguredManual, configuredManuals } from './configured.ts';
import { discover } from './discover.ts';
import { cachedManual, cacheManual } from './manual-cache.ts';
import type { Host } from './protocol.ts';
import { type ProtocolLoaders, Protocols } from './protocols.ts';
import { ToolCaller } from './tool-caller.ts';

export interface OpenTools {
  readonly tools: ToolCaller;
  readonly manuals: readonly ConfiguredManual[];
}

/** Which manuals are read anew from where they come: those that were never read, all, or none. */
export type Reading = 'unknown' | 'all' | 'none';

type ToolContext = Pick<Context, 'place' | 'now' | 'signal' | 'progress' | 'warn'> &
  Partial<Pick<Context, 'call' | 'confinement'>>;

/** The tools of the manuals that are registered where the caller stands. Only one manual's, if it is named. */
export async function openTools(
  context: ToolContext,
  reading: Reading,
  only?: string,
  protocols: ProtocolLoaders = builtIn(context.place),
): Promise<OpenTools> {
  const { manuals, config, folder } = await configuredManuals(context.place);
  const { place, now, signal, progress, confinement } = context;
  // Who wants one manual has heard what is odd about the rest, and about itself when it was registered.
  let opening = only !== undefined;
  const warn = (message: string) => {
    if (!opening) context.warn(message);
  };
  config.warnings.forEach(warn);
  const allow = readAllowances(place.home);
  const host: Host = { ...place, now, signal, progress, warn, root: folder, allow, confinement };
  const tools = new ToolCaller(config, new Protocols(protocols), host);
  const wanted = manuals.filter(({ name }) => only === undefined || name === only);
  await Promise.all(wanted.map((manual) => take(tools, manual, context, reading)));
  opening = false;
  return { tools, manuals };
}

async function take(
  tools: ToolCaller,
  manual: ConfiguredManual,
  { place: { home }, call }: Pick<ToolContext, 'place' | 'call'>,
  reading: Reading,
): Promise<void> {
  const { name, trusted, template } = manual;
  if (!trusted) {
    tools.fail(name, untrusted(manual));
    return;
  }
  try {
    const atHand = await tools.isAtHand(template);
    const cached = atHand || reading === 'all' ? undefined : await cachedManual(home, manual);
    if (cached) {
      tools.adopt(name, template, cached);
      return;
    }
    if (!atHand && (reading === 'none' || !call)) {
      tools.fail(name, neverRead(name));
      return;
    }
    const register = (confinement?: Confinement) =>
      tools.register({ ...template, name }, confinement ? { confinement } : {});
    const { manual: read, errors } = atHand || !call ? await register() : await discover(template, { call }, register);
    if (!atHand) await cacheManual(home, manual, read);
    errors.forEach((error) => tools.warn(error));
  } catch (thrown) {
    tools.fail(name, toCommandError(thrown));
  }
}

function untrusted({ name, source }: ConfiguredManual): CommandError {
  return new CommandError('PERMISSION_DENIED', `${source} was not trusted, so its manual ${name} may not be used`, {
    hint: worded`Look at it, and if you want its tools: ${call('tool trust', { path: source })}`,
    retry: 'conditional',
    details: { manual: name, path: source },
  });
}

function neverRead(name: string): CommandError {
  return new CommandError('NOT_FOUND', `The manual ${name} was never read`, {
    hint: worded`Read it: ${call('utcp list', { refresh: true })}`,
    details: { manual: name },
  });
}
