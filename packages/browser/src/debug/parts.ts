/** What a look at this machine tells, without the service. */
export { builtExtension } from '../connection/extension-folder.ts';
export { findBrowser } from '../connection/find-browser.ts';
export { PairedBrowsers } from '../relay/paired-browsers.ts';
