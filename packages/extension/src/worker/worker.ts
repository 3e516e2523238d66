/** The service worker. Listeners are added at once, when it starts: an event that woke it must find them. */
import { listenToConsoles } from './actions/console.ts';
import { listenToClipboards } from './actions/clipboard.ts';
import { listenToDialogTabs } from './actions/dialog.ts';
import { listenToLocalDownloads } from './actions/download.ts';
import { listenToNetworks } from './actions/network.ts';
import { connection } from './connection/connection.ts';
import { listenToCovered, listenToPages, listenToSecrets, listenToSleepers } from './page/page-messages.ts';
import { listenToPointers } from './page/real-pointer.ts';
import { cancel, dispatch, isRunning } from './request/dispatch.ts';
import { listenToDocuments } from './page/known-documents.ts';
import { listenToGroups } from './tabs/groups.ts';
import { listenToNotices } from './people/notices.ts';
import { atWork, listenToPerson, onPeopleMessage, showState } from './people/people.ts';
import { onJudged } from './people/permits.ts';
import { listenToPopup } from './people/popup-messages.ts';
import { forgetEarlierClicks } from './tabs/as-after-click.ts';
import { keepInBackground } from './tabs/own-window.ts';
import { listenToSettlers } from './tabs/requests.ts';
import { stayAwake, wake } from './connection/stay-awake.ts';
import { listenToDebugged } from './tabs/debugged.ts';
import { listenToLocalFiles } from './tabs/local-files.ts';
import { listenToTabs } from './tabs/tab-events.ts';

// Code of ours in a page has no business with tokens.
void chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });

listenToLocalFiles();
listenToLocalDownloads(
  () => atWork().flatMap(({ tabs }) => tabs),
  () => isRunning('download'),
);
listenToTabs((event) => connection.say({ type: 'event', event }));
listenToPopup();
listenToPerson();
listenToSleepers();
listenToSecrets((value) => connection.say({ type: 'secret', value }));
listenToGroups();
listenToNotices();
listenToPages();
listenToDialogTabs();
listenToConsoles();
listenToNetworks();
listenToClipboards();
listenToSettlers();
listenToCovered();
listenToPointers();
listenToDebugged();
listenToDocuments();
keepInBackground();
forgetEarlierClicks();
stayAwake();

connection.onState = () => void showState();
connection.onMessage = (message) => {
  onPeopleMessage(message);
  onJudged(message);
  if (message.type === 'cancel') cancel(message.id);
  if (message.type === 'request')
    dispatch(message.request, (response) => connection.say({ type: 'response', response })).catch(() =>
      connection.drop(),
    );
};

void wake();
