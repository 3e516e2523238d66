import { call, type Context, worded } from '@helve/command';
import { changeSettings, isObject, readLayers, type Scope } from '@helve/settings';

/** Says in the settings of a scope that a plugin is on or off; undefined: they say nothing of it. */
export async function sayEnabled(id: string, on: boolean | undefined, scope: Scope, context: Context): Promise<void> {
  const {
    place: { cwd, home },
    now,
  } = context;
  const { file, trusted } = await changeSettings(scope, { cwd, home, now }, (document) => {
    const before = isObject(document.enabledPlugins) ? document.enabledPlugins : {};
    const { [id]: _, ...others } = before;
    const { enabledPlugins: _before, ...rest } = document;
    const after = on === undefined ? others : { ...before, [id]: on };
    return Object.keys(after).length === 0 ? rest : { ...rest, enabledPlugins: after };
  });
  if (!trusted)
    context.warn(worded`${file} contains more that is not trusted, so this may not apply yet: ${call('trust list')}`);
}

/** Takes what our own settings say of a plugin out of them. */
export async function sayNothing(id: string, context: Context): Promise<void> {
  const {
    place: { cwd, home },
  } = context;
  for (const { scope, document, foreign, file } of readLayers({ cwd, home })) {
    if (!isObject(document.enabledPlugins) || !Object.hasOwn(document.enabledPlugins, id)) continue;
    if (foreign || scope === 'managed') context.warn(`${file} still names ${id}`);
    else await sayEnabled(id, undefined, scope, context);
  }
}
