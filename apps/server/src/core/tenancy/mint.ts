import { mint, mintSystemScope } from '../../platform/db/mint.ts';
import type {
  AnsweringScope,
  CaptureScope,
  ClientScope,
  CoachScope,
  DeliveryScope,
  FeedScope,
  InvitationScope,
  OperatorScope,
  PersonScope,
  RelationshipScope,
  Seat,
  UserScope,
} from './scope.ts';

/** Prepared statements read every id of a scope, so missing ids are null. */
const NO_IDS = { userId: null, coachId: null, clientId: null };

/** Create scopes. Only access checks call these, after checking the caller. */
export const mintCoachScope = (coachId: string) =>
  mint<CoachScope>({ role: 'coach' }, { ...NO_IDS, userId: coachId, coachId });

/** The tenant of a coach with `userId` acting: a client whose payment the provider reports. */
export const mintPayerScope = (ids: { coachId: string; userId: string }) =>
  mint<CoachScope>({ role: 'coach' }, { ...NO_IDS, ...ids });

export const mintClientScope = ({
  numbersOff,
  ...of
}: {
  userId: string;
  coachId: string;
  clientId: string;
  relationshipStatus: string;
  seat: Seat;
  numbersOff: boolean;
}) => mint<ClientScope>({ role: 'client', numbersOff }, of);

export const mintUserScope = (userId: string) => mint<UserScope>({ role: 'user' }, { ...NO_IDS, userId });

export const mintOperatorScope = (userId: string) => mint<OperatorScope>({ role: 'operator' }, { ...NO_IDS, userId });

export const mintInvitationScope = (ids: { coachId: string; clientId: string }) =>
  mint<InvitationScope>({ role: 'system_invitation' }, { ...NO_IDS, ...ids });

export const mintAnsweringScope = (ids: { coachId: string; clientId: string; personId: string }) =>
  mint<AnsweringScope>({ role: 'system_invitation' }, { ...NO_IDS, ...ids });

export const mintPersonScope = (userId: string) => mint<PersonScope>({ role: 'system_person' }, { ...NO_IDS, userId });

export const mintRelationshipScope = (ids: { coachId: string; clientId: string }) =>
  mint<RelationshipScope>({ role: 'system_relationship' }, { ...NO_IDS, ...ids });

export const mintCaptureScope = (coachId: string) =>
  mint<CaptureScope>({ role: 'system_capture' }, { ...NO_IDS, coachId });

export const mintDeliveryScope = (coachId: string) =>
  mint<DeliveryScope>({ role: 'system_notifications' }, { ...NO_IDS, coachId });

export const mintFeedScope = (coachId: string) =>
  mint<FeedScope>({ role: 'system_feed' }, { ...NO_IDS, userId: coachId, coachId });

/** Scopes for the system's work, each for the feature it is named after. */
export const systemScope = {
  identity: mintSystemScope('identity'),
  billing: mintSystemScope('billing'),
  site: mintSystemScope('site'),
  calendar: mintSystemScope('calendar'),
  checkins: mintSystemScope('checkins'),
  adjustments: mintSystemScope('adjustments'),
  targets: mintSystemScope('targets'),
  notifications: mintSystemScope('notifications'),
  files: mintSystemScope('files'),
  capture: mintSystemScope('capture'),
  expenses: mintSystemScope('expenses'),
  money: mintSystemScope('money'),
  metrics: mintSystemScope('metrics'),
  audit: mintSystemScope('audit'),
  jobs: mintSystemScope('jobs'),
  settings: mintSystemScope('settings'),
  models: mintSystemScope('models'),
  privacy: mintSystemScope('privacy'),
  integrations: mintSystemScope('integrations'),
  flows: mintSystemScope('flows'),
  assistant: mintSystemScope('assistant'),
  scoring: mintSystemScope('scoring'),
  webhooks: mintSystemScope('webhooks'),
  domains: mintSystemScope('domains'),
  crm: mintSystemScope('crm'),
};
