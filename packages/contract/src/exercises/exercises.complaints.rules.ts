import { ageOfEvent } from './exercises.complaint-dates.rules.ts';
import { CONTRAINDICATIONS, type Contraindication } from './exercises.rules.ts';

/** Conditions that a doctor decides about before training [K, science B and C]. */
export const CONDITIONS = [
  'pregnancy',
  'postpartum',
  'surgery',
  'heart',
  'chest_pain',
  'fainting',
  'insulin',
  'epilepsy',
  'breastfeeding',
  'diastasis',
] as const;
export type ConditionKind = (typeof CONDITIONS)[number];

/** `recent` also where the time is still to come; `undated` where the text says no time. */
export type ConditionAge = 'recent' | 'old' | 'undated';

/** A condition in the client's words. `cleared`: the text says that a doctor agreed. */
export type Condition = { kind: ConditionKind; words: string; age: ConditionAge; cleared: boolean };

/** Complaints and conditions found in a text about injuries. `unread` holds the parts that no rule knows. */
export type ComplaintReading = { complaints: Contraindication[]; conditions: Condition[]; unread: string[] };

/** Places of the body and complaints, by the words that clients use [K]. */
const COMPLAINT_WORDS: Record<Contraindication, RegExp> = {
  shoulder: /\b(?:shoulders?|rotator cuff|labrum|impingement|ac joint)\b/i,
  elbow: /\b(?:elbows?|epicondylitis)\b/i,
  wrist: /\b(?:wrists?|carpal)\b/i,
  neck: /\b(?:neck|cervical|whiplash)\b/i,
  low_back:
    /\b(?:low(?:er)?[ -]back|(?:bad|sore|stiff|tight|injured|my|the|her|his) back\b(?! (?:in|to|at|on|into)\b)|back (?:pain|problems?|issues?|injur\w+|troubles?|aches?|spasms?|surgery|strain)|backache|lumbar|sciatica|(?:slipped |bulging |herniated )?dis[ck]s?|herniat\w*)\b|^(?:or )?back$/i,
  hip: /\b(?:hips?|groin)\b/i,
  knee: /\b(?:knees?|[amp]cl|menisc\w*|patell\w*)\b/i,
  ankle: /\b(?:ankles?|achilles)\b/i,
  heart: /\b(?:heart(?! rate)|blood pressure|hypertension|cardiac)\b/i,
  balance: /\b(?:(?:poor|bad|no|my|lose|losing) balance|balance (?:problems?|issues?)|dizz\w*|vertigo)\b/i,
  pregnancy: /\bpregnan\w*/i,
};

const CONDITION_WORDS: Record<ConditionKind, RegExp> = {
  pregnancy: /\b(?:pregnan\w*|expecting (?:a baby|twins|our|my)|(?:first|second|third) trimester)\b/i,
  postpartum:
    /\b(?:post-?\s?(?:partum|natal)|gave birth|giving birth|had (?:a|my|our) baby|delivered (?:a|my|our) baby|c-?\s?section|cesarean|caesarean|new mom|new mum)\b/i,
  surgery:
    /\b(?:surger(?:y|ies)|operation|operated|post-?\s?op|arthroscop\w*|(?:acl|hip|knee|shoulder) (?:reconstruction|replacement|repair)|spinal fusion)\b/i,
  heart: /\b(?:heart (?:attack|failure|surgery|condition|disease|arrhythmia)|stent|bypass|pacemaker|arrhythmia)\b/i,
  chest_pain: /\b(?:chest (?:pains?|pressure|tightness)|angina)\b/i,
  fainting: /\b(?:faint(?:ed|ing|s)?|pass(?:ed|ing)? out|blackouts?|syncope)\b/i,
  insulin: /\b(?:insulin|sulfonylureas?|type[ -]?1 diabet\w*)\b/i,
  epilepsy: /\b(?:epilep\w*|seizures?)\b/i,
  breastfeeding: /\b(?:breast-?\s?feeding|nursing (?:my|a) (?:baby|son|daughter))\b/i,
  diastasis: /\bdiastasis\b/i,
};

/** Places of the body that a condition rules exercises out for. */
const COMPLAINTS_OF: Partial<Record<ConditionKind, Contraindication>> = {
  pregnancy: 'pregnancy',
  postpartum: 'pregnancy',
  diastasis: 'pregnancy',
  heart: 'heart',
  chest_pain: 'heart',
  fainting: 'balance',
};

/** Weeks after a birth in which a doctor or midwife decides [K, science B], and months after surgery [K]. */
const POSTPARTUM_DAYS = 12 * 7;
const SURGERY_DAYS = 365;
const RECENT_DAYS: Partial<Record<ConditionKind, number>> = { postpartum: POSTPARTUM_DAYS, surgery: SURGERY_DAYS };

const TROUBLE =
  /\b(?:problems?|issues?|pains?|injur\w*|troubles?|complaints?|concerns?|limit\w*|restrictions?|surger(?:y|ies)|operations?|history|conditions?|diseases?|allerg\w*|fractures?|aches?)\b/i;

/** Words that deny what they stand before. "Not yet healed" and "can't" deny nothing. */
const DENIALS: readonly RegExp[] = [
  /\b(?:no|without|denies|free of|zero)\b(?:[ /]+(?!good\b|squat|lung|jump|run|press|overhead)[\w'’-]+){0,7}?[ /]+(?:problems?|issues?|pains?|injur\w*|troubles?|complaints?|concerns?|limit\w*|restrictions?|surger(?:y|ies)|operations?|history|conditions?|diseases?|fractures?|longer|seizures?|aches?)\b/i,
  /\b(?:never|not|n['’]t)\b (?:had|have|having|has|been (?:injured|operated|pregnant|an? (?:problem|issue))|hurts?|bothers?|any|an?|injured|pregnant|a problem|an issue|breast-?feeding|postpartum|diabetic|epileptic)\b/i,
  /\b(?:doesn|don|didn|isn|aren)['’]?t (?:hurt|bother|ache|limit|cause|have|an? (?:problem|issue)|injured|pregnant)\b/i,
  /\b(?:is|are|feels?|feel|now|both|all)\b (?:\w+ )?(?:fine|ok(?:ay)?|good|great|healthy|pain[- ]?free|strong)\b/i,
  /\b(?:pain|injury|problem|symptom)[- ]free\b/i,
  /^(?:no|neither|not) (?:pregnant|pregnancy|surger(?:y|ies)|operations?|injuries|epilepsy|insulin|c-?sections?|dizziness|fainting|chest pains?)\b/i,
];
const NOT_WELL =
  /\b(?:isn|aren|not|n)['’]?t? (?:yet|fully|completely|fine|ok(?:ay)?|good|great|healed|sure|stable|right)\b/i;

/** The whole text denies everything. */
const NOTHING =
  /^(?:none|nothing|nil|nope|no|n\/?a|-+|healthy|all good|fine|no known injuries|nothing (?:to report|serious|major|really|at the moment)|none (?:known|at the moment|currently|so far|right now))$/i;

/** A denial that waits for its noun in a list: "no knee, back or shoulder problems". */
const OPENS_LIST = /^(?:no|neither|without) (?:any )?(?:bad |left |right )?/i;
const CONTINUES_LIST = /^(?:or|nor|and)\b/i;

/** About another person. */
const OTHERS =
  /\b(?:my|his|her|our) (?:mom|mum|mother|dad|father|wife|husband|partner|girlfriend|boyfriend|son|daughter|sister|brother|kid|child)\b|\bfamily history\b|\bruns in the family\b/i;
const WISHES = /\b(?:trying|want|hoping|planning) to (?:get|become|be|conceive)\b|\btrying to conceive\b/i;
const CLEARED =
  /(?<!not (?:yet |been |fully )*)\bcleared\b(?! yet)|\b(?:doctor|physio\w*|surgeon|midwife|ob-?gyn|gp) (?:has |have )?(?:agreed|approved|ok(?:ay)?(?:ed|'d)|said (?:yes|ok|it['’]s (?:ok|fine)))/i;
const NOT_CLEARED = /\bnot (?:yet |been |fully )*cleared\b|n['’]t (?:yet |been )*cleared\b/i;

/** Words that say when, which side or how much, and name nothing to leave out. */
const QUALIFIER =
  /^(?:(?:in|since|from|about|around|last|this|early|late|mid|the|a|an|my|of|on|at|age|ago|now|it|was|is|for|and|or|so|still|years?|months?|weeks?|days?|left|right|both|sides?|mild|slight|severe|minor|chronic|old|sometimes|occasional(?:ly)?|often|currently|recently|pains?|hurts?|sore|sorry|once|twice|very|bit|little|side|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|summer|spring|winter|fall|autumn|year|cleared|by|doctor|physio|surgeon|midwife|yet|not|i|i['’]m|am|was|been|to|train|training|exercise|\d[\d/.-]*(?:st|nd|rd|th)?)\b[ ,]*)+$/i;

const complaintsIn = (text: string): Contraindication[] =>
  CONTRAINDICATIONS.filter((one) => COMPLAINT_WORDS[one].test(text));
const conditionsIn = (text: string): ConditionKind[] => CONDITIONS.filter((one) => CONDITION_WORDS[one].test(text));
const knows = (text: string): boolean => complaintsIn(text).length > 0 || conditionsIn(text).length > 0;

const isDenied = (text: string): boolean => !NOT_WELL.test(text) && DENIALS.some((denial) => denial.test(text));

const sentencesOf = (text: string): string[] =>
  text
    .split(/[;\n•!?]+|(?<!\b(?:dr|mr|mrs|ms|st))\.(?=\s|$)|\s[-–—]\s|,?\s*\b(?:but|however|although|though|while)\b/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Splits "no injuries except my knee" and "no jumping because of my knee", so that each half is read alone. */
const halvesOf = (sentence: string): string[] =>
  sentence
    .split(/\b(?:except(?: for)?|apart from|aside from|other than|besides|because(?: of)?|due to)\b/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const partsOf = (half: string): string[] =>
  half
    .split(/\s*,\s*|\s+(?=and\s)|\s*[&+]\s*/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Whether a part names only places of the body, once the start of a list is removed. */
function isBarePlace(part: string): boolean {
  const rest = part.replace(CONTINUES_LIST, '').replace(OPENS_LIST, '').trim();
  return /^(?:(?:left|right|bad|any|or|nor|and|knees?|backs?|lower back|low back|shoulders?|hips?|ankles?|wrists?|elbows?|neck|heart)\b[ /]*)+$/i.test(
    rest,
  );
}

type Part = { text: string; denied: boolean };

/** The parts of a half sentence. A denial covers its list up to the noun: "no knee, back or shoulder problems". */
function readParts(half: string): Part[] {
  let isOpen = false;
  let wasDenied = false;
  return partsOf(half).map((text, index, all) => {
    const isAlternative = /\b(?:or|nor)\b/i.test(all.slice(index).join(' '));
    const opens = OPENS_LIST.test(text) && isBarePlace(text);
    const closes = isOpen && TROUBLE.test(text);
    const continues = (isOpen && (closes || isBarePlace(text))) || (wasDenied && isAlternative && isBarePlace(text));
    const denied = isDenied(text) || opens || continues;
    isOpen = (opens || (isOpen && continues)) && !closes;
    wasDenied = denied;
    return { text, denied };
  });
}

function ageOf(kind: ConditionKind, sentence: string, today: string): ConditionAge {
  const most = RECENT_DAYS[kind];
  if (most === undefined) return 'recent';
  const days = ageOfEvent(sentence, today);
  if (days === null) return 'undated';
  return days <= most ? 'recent' : 'old';
}

/** A doctor's word counts for its own sentence, and for the one before when it names nothing itself. */
function isCleared(sentences: readonly string[], index: number): boolean {
  const next = sentences.findIndex((sentence, at) => at > index && knows(sentence));
  const text = sentences.slice(index, next < 0 ? undefined : next).join('. ');
  return CLEARED.test(text) && !NOT_CLEARED.test(text);
}

/**
 * Reads what a client or coach wrote about injuries. A denial is no complaint, and what no rule knows is listed rather than
 * passed over.
 * @param today tells how long ago something was
 */
export function readComplaints(text: string, today: string): ComplaintReading {
  const complaints = new Set<Contraindication>();
  const conditions: Condition[] = [];
  const unread: string[] = [];
  const sentences = sentencesOf(text);
  for (const [index, sentence] of sentences.entries()) {
    if (NOTHING.test(sentence)) continue;
    if ((OTHERS.test(sentence) || WISHES.test(sentence)) && knows(sentence)) {
      unread.push(sentence);
      continue;
    }
    const cleared = isCleared(sentences, index);
    for (const { text: part, denied } of halvesOf(sentence).flatMap(readParts)) {
      if (denied) continue;
      const kinds = conditionsIn(part);
      for (const kind of kinds) {
        conditions.push({ kind, words: sentence, age: ageOf(kind, sentence, today), cleared });
      }
      const found = [
        ...complaintsIn(part),
        ...conditions
          .filter((one) => kinds.includes(one.kind) && one.age !== 'old')
          .flatMap(({ kind }) => COMPLAINTS_OF[kind] ?? []),
      ];
      for (const complaint of found) complaints.add(complaint);
      if (found.length === 0 && kinds.length === 0 && !QUALIFIER.test(part) && !NOTHING.test(part)) unread.push(part);
    }
  }
  return { complaints: CONTRAINDICATIONS.filter((one) => complaints.has(one)), conditions, unread };
}
