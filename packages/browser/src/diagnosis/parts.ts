/** What a look at this machine tells, without the service. */
export { builtExtension } from '../launch/extension-folder.ts';
export { findBrowser } from '../launch/find-browser.ts';
export { PairedBrowsers } from '../relay/paired-browsers.ts';
