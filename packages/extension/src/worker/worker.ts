/** The service worker. Listeners are added at once, when it starts: an event that woke it must find them. */
import { listenToDialogTabs } from './actions/dialog.ts';
import { connection } from './connection/connection.ts';
import { listenToCovered } from './page/cover-messages.ts';
import { cancel, dispatch } from './request/dispatch.ts';
import { listenToDocuments } from './page/known-documents.ts';
import { listenToGroups } from './tabs/groups.ts';
import { listenToNotices } from './person/notices.ts';
import { listenToPerson, onPeopleMessage, showState } from './person/people.ts';
import { onJudged } from './person/permits.ts';
import { listenToPopup } from './person/popup-messages.ts';
import { keepInBackground } from './tabs/own-window.ts';
import { listenToPages } from './page/main-messages.ts';
import { listenToSettlers } from './tabs/requests.ts';
import { listenToSleepers } from './page/sleep-messages.ts';
import { stayAwake, wake } from './connection/stay-awake.ts';
import { listenToTabs } from './tabs/tab-events.ts';

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
