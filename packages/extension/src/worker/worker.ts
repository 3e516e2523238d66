/** The service worker. Listeners are added at once, when it starts: an event that woke it must find them. */
import { listenToDialogTabs } from './actions/dialog.ts';
import { connection } from './connection.ts';
import { listenToCovered } from './cover-messages.ts';
import { cancel, dispatch } from './dispatch.ts';
import { listenToDocuments } from './known-documents.ts';
import { listenToGroups } from './groups.ts';
import { listenToNotices } from './notices.ts';
import { listenToPerson, onPeopleMessage, showState } from './people.ts';
import { onJudged } from './permits.ts';
import { listenToPopup } from './popup-messages.ts';
import { keepInBackground } from './own-window.ts';
import { listenToPages } from './main-messages.ts';
import { listenToSettlers } from './requests.ts';
import { listenToSleepers } from './sleep-messages.ts';
import { stayAwake, wake } from './stay-awake.ts';
import { listenToTabs } from './tab-events.ts';

// Code of ours in a page has no business with tokens.
void chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });

listenToTabs((event) => connection.say({ type: 'event', event }));
listenToPopup();
listenToPerson();
listenToSleepers();
listenToGroups();
listenToNotices();
listenToPages();
listenToDialogTabs();
listenToSettlers();
listenToCovered();
listenToDocuments();
keepInBackground();
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
