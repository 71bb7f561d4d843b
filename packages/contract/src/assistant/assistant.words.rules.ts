import { withoutAccents } from '../words.rules.ts';

/**
 * Ideas that questions are made of, each with the words for it. Words of two parts are joined with a hyphen before they
 * are looked up (`PHRASES`). Every other word that a question may have is in `FILLERS` or belongs to a period.
 */
export const IDEA_WORDS = {
  client: 'client clients customer customers people person anyone anybody someone everyone athletes members trainees',
  who: 'who whose whom which',
  list: 'list show names',
  sum: 'how-much',
  coach: 'coach coaches',
  active: 'active',
  paused: 'paused pause',
  invited: 'invited invitation invitations',
  archived: 'archived',
  former: 'former ended',
  joined: 'new joined join started gained',
  left: 'left lost quit leave churned',
  seat: 'seat seats spot spots capacity',
  free: 'free remaining available taken used',
  message: 'message messages chats conversation conversations texts',
  wrote: 'write wrote written',
  unanswered: 'unanswered unread',
  wait: 'waiting wait waits',
  attention: 'needs-me attention urgent decision decisions priority priorities',
  sent: 'send sent',
  received: 'received receive get got came arrived',
  reply: 'reply replies replied respond response responses responded answer answered',
  speed: 'fast quickly quick time times speed slow long',
  checkin: 'check-in check-ins checkin checkins',
  review: 'review reviews reviewed unreviewed',
  overdue: 'overdue late',
  due: 'due',
  missed: 'missed miss misses skipped skip missing',
  workout: 'workout workouts training trained train',
  done: 'done completed complete finished finish logged log',
  planned: 'planned scheduled booked upcoming coming',
  session: 'session sessions appointment appointments calendar',
  held: 'hold held happened',
  noshow: 'no-show no-shows',
  canceled: 'canceled cancelled cancellations cancellation',
  day: 'day days',
  next: 'next',
  last: 'last latest newest',
  revenue: 'revenue income earn earned earnings turnover sales made make',
  expense: 'expense expenses spend spent spending costs cost',
  profit: 'profit profits net',
  margin: 'margin margins',
  mrr: 'mrr recurring',
  month: 'monthly',
  invoice: 'invoice invoices bill bills',
  owed: 'owe owes owed outstanding unpaid open',
  payment: 'payment payments paid pay pays',
  failed: 'failed fail failing declined failures errors',
  renewal: 'renew renews renewal renewals',
  subscription: 'subscription subscriptions subscribers',
  running: 'running',
  average: 'average per mean',
  adherence: 'adherence adherent compliance consistent consistency',
  ontrack: 'on-track',
  risk: 'risk at-risk leaving',
  engagement: 'engagement engaged',
  score: 'score health',
  lead: 'lead leads',
  followup: 'follow-up follow-ups',
  conversion: 'conversion convert converts converted',
  contact: 'contact contacts contacted talked spoke heard',
  weight: 'weight weigh weighs',
  program: 'program programs programme programmes plan',
  since: 'since',
  retention: 'retention',
  overview: 'doing going overview summary status progress',
  trend: 'trend chart graph develop developed',
  compare: 'compare compared comparison versus vs than more fewer less change changed before difference differ',
  rank: 'most least best worst highest lowest top',
  approval: 'approval approvals approve',
  demo: 'demo demos requested requests request',
  mail: 'email emails mail mails',
  job: 'job jobs',
  webhook: 'webhook webhooks',
  dispute: 'dispute disputes',
  prospect: 'prospect prospects',
  stage: 'stage stages pipeline',
  signup: 'signed sign-ups signups',
  ai: 'ai model models',
} as const;
export type Idea = keyof typeof IDEA_WORDS;

/** Words that change nothing about a question. */
const FILLERS =
  'a an the that my our your me i we you us of in at for to on with by from and is are was were be been have has had there did does do how many much what whats when where tell give see find please can could number total amount count any all it their his her he she they them so far right now currently still up hello hi hey need needs rate value paying business moment much altogether overall hour each will would want know say look';

/** Words of periods. */
const PERIOD_WORDS =
  'today yesterday tomorrow this last past previous next coming week weeks month months quarter quarters year years day days hour hours since until till between to from january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday spring summer autumn fall winter weekend recently lately first second third';

/** Phrases that mean one word, joined with a hyphen. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bneeds? (?:me|my (?:attention|help|time)|attention|to hear from me|a (?:call|message) from me)\b/g, 'needs-me'],
  [
    /\b(?:(?:should|must|shall) i|(?:do )?i (?:need|have|ought) to) (?:first )?(?:(?:talk|speak) (?:to|with)|(?:write|reach out|get back|attend) to|call|contact|message|text|check (?:in with|on)|look after|focus on|do)(?: first)?\b/g,
    'needs-me',
  ],
  [
    /\b(?:have |has |did |do )?not (?:yet )?(?:check(?:ed)? in|sent (?:a |their |any )?check-?ins?)\b/g,
    'missed check-ins',
  ],
  [/\bcheck(?:ed)? ins?\b/g, 'check-ins'],
  [/\bfollow ups?\b/g, 'follow-ups'],
  [/\bno shows?\b/g, 'no-shows'],
  [/\b(?:did )?not show up\b/g, 'no-shows'],
  [/\bon track\b/g, 'on-track'],
  [/\bat risk\b/g, 'at-risk'],
  [/\b(?:most |more )?(?:likely|about|going) to (?:leave|quit|churn)\b/g, 'at-risk'],
  [/\b(?:may|might|could|will) (?:leave|quit|churn)\b/g, 'at-risk'],
  [/\bsign ups?\b/g, 'sign-ups'],
  [
    /\b(?:have |did |do )?(?:i |we )(?:have |did |do )?not (?:yet )?(?:answer(?:ed)?|repl(?:y|ied))(?: to| yet)*\b/g,
    'unanswered',
  ],
  [/\b(?:have|did) not (?:i|we) (?:yet )?(?:answer(?:ed)?|repl(?:y|ied))(?: to| yet)*\b/g, 'unanswered'],
  [/\bnot (?:yet )?(?:been )?answered(?: yet)?\b/g, 'unanswered'],
  [/\bnot (?:yet )?(?:been )?reviewed(?: yet)?\b/g, 'unreviewed'],
  [/\b(?:did|do|does|have|has) not (?:do|done|train|log)\b/g, 'missed'],
  [/\b(?:monthly )?recurring revenue\b/g, 'mrr'],
  [/\btook place\b/g, 'held'],
  [/\bover time\b/g, 'trend'],
  [/\bhow much\b/g, 'how-much'],
];

/** The idea behind each word. */
export const IDEA_OF: ReadonlyMap<string, Idea> = new Map(
  (Object.entries(IDEA_WORDS) as [Idea, string][]).flatMap(([idea, words]) =>
    words.split(' ').map((word): [string, Idea] => [word, idea]),
  ),
);

export const isFiller = (word: string): boolean => FILLER_SET.has(word);
const FILLER_SET = new Set(FILLERS.split(' '));
const PERIOD_SET = new Set(PERIOD_WORDS.split(' '));

/** Whether a word belongs to the assistant's own list, and not to a person. */
export const isAssistantWord = (word: string): boolean =>
  IDEA_OF.has(word) || FILLER_SET.has(word) || PERIOD_SET.has(word);

/** A question in lower case, without accents, contractions, possessives and most punctuation. */
export const plainQuestion = (question: string): string =>
  withoutAccents(question)
    .replace(/[’`´]/g, "'")
    .replace(/\bcan't\b/g, 'can not')
    .replace(/n't\b/g, ' not')
    .replace(/\b(what|who|when|how|where)'s\b/g, '$1 is')
    .replace(/'s\b|'(?=\s|$)/g, '')
    .replace(/[^\p{L}\p{N}@/.'-]+/gu, ' ')
    .replace(/\.(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Joins phrases that mean one word. */
export const joinPhrases = (plain: string): string =>
  PHRASES.reduce((text, [pattern, word]) => text.replace(pattern, word), plain);

/**
 * The words of a question that are on the assistant's own list, in their order. Names, numbers and everything else that
 * a person made up are left out, so this is what a model may read.
 */
export const listedWords = (question: string): string[] =>
  joinPhrases(plainQuestion(question)).split(' ').filter(isAssistantWord);
