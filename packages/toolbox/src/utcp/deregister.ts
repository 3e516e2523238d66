import { CommandError, didYouMean, type Run } from '@helve/command';
import { changeDocument } from '@helve/settings';
import type { JsonObject } from '../json.ts';
import { changeProject } from './change-project.ts';
import { configuredManuals, modeOf, nameOf, templatesOf } from './configured.ts';
import { forgetManual } from './manual-cache.ts';
import { manualName } from './manual-format.ts';
import type { Input, Output } from '../commands/utcp/deregister.ts';

/** Removes a manual from the file that it stands in. */
export const deregister: Run<Input, Output> = async ({ name: given, scope: wanted }, context) => {
  const name = manualName(given);
  const { all, folder } = await configuredManuals(context.place);
  const found = all.find((manual) => manual.name === name && (wanted === undefined || manual.scope === wanted));
  if (!found) {
    const names = [...new Set(all.map((manual) => manual.name))];
    throw new CommandError('NOT_FOUND', `There is no manual ${JSON.stringify(given)}`, {
      hint: didYouMean(name, names, `There are: ${names.join(', ') || 'none'}.`),
    });
  }
  const { scope, source } = found;
  const remove = (document: JsonObject | undefined) => ({
    ...document,
    manual_call_templates: templatesOf(document).filter((template, index) => nameOf(template, index) !== name),
  });
  await (scope === 'user'
    ? changeDocument(source, remove, modeOf(scope))
    : changeProject(source, folder, context, remove));
  await forgetManual(context.place.home, found);
  return { name, scope, source };
};
