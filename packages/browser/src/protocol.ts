/**
 * What goes between the commands, the relay in the service and the extension. The extension is built from this file and
 * nothing else of ours: it holds schemas, the types that follow from them, and small constants.
 */
export {
  AUTH_PREFIX,
  EXTENSION_ID,
  LONGEST_ANSWER,
  PING_MS,
  PROTOCOL_VERSION,
  SERVICE_PORTS,
  SUBPROTOCOL,
  USUAL_PORT,
} from './protocol/constants.ts';
export type { DialogAnswer, FillMethod, MaybeHidden, MouseButton, UploadFile } from './protocol/acting.ts';
export {
  type Action,
  ACTIONS,
  checkData,
  checkParams,
  type Data,
  Malformed,
  type Params,
} from './protocol/actions.ts';
export {
  type ActionFailure,
  type ActionRequest,
  type ActionResponse,
  type Envelope,
  NO_PAGE,
  type PageState,
} from './protocol/envelope.ts';
export type { ConsoleMessage, RequestEntry } from './protocol/inspecting.ts';
export type { Mark, Picture, PictureFormat } from './protocol/capturing.ts';
export type {
  ElementInfo,
  HeadingInfo,
  ImageInfo,
  InspectedElement,
  LandmarkInfo,
  LinkInfo,
  Route,
  Target,
} from './protocol/element.ts';
export { BROWSER_ERRORS, type BrowserErrorCode, type Category, type Retry } from './protocol/errors.ts';
export type { FromExtension, Hello, TabEvent, ToExtension } from './protocol/messages.ts';
export { isLocal, type Origin, originOf } from './protocol/origin.ts';
export type { DoneWhere, Obstacle, Question, SessionView } from './protocol/people.ts';
export { type FindAsk, type FindReply, foundAt } from './protocol/finding.ts';
export type { PairClaim, PairError, PairErrorCode, PairGrant } from './protocol/pairing.ts';
export type { LogEntry } from './protocol/tabs.ts';
