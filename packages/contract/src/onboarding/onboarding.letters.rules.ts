/** Reasons for a referral letter. Each one is a block of nutrition targets, or a sign that a review found. */
export const REFERRAL_CODES = [
  'words',
  'eating',
  'chest_pain',
  'fainting',
  'insulin',
  'pregnancy',
  'weight_loss',
  'kidney',
  'under_age',
  'low_weight',
  'low_goal',
  'low_availability',
] as const;
export type ReferralCode = (typeof REFERRAL_CODES)[number];

/** Where an observation comes from. */
export const OBSERVATION_SOURCES = ['answers', 'record', 'weigh_ins', 'food_log', 'own_words'] as const;
export type ObservationSource = (typeof OBSERVATION_SOURCES)[number];

/** An observation of a letter, as it was when the letter was made. `figures` holds all numbers; empty without any. */
export type StoredObservation = {
  code: ReferralCode;
  /** YYYY-MM-DD. */
  day: string;
  source: ObservationSource;
  figures: string;
};

type Wording = {
  /** An observation without a diagnosis, advice or number. */
  sentence: string;
  /** The sentence for paper, where it differs: no medication, pregnancy or eating history is printed. */
  printed?: string;
};

const ASK = 'One of the answers about health is for the client to tell in person.';

export const OBSERVATION_WORDS: Record<ReferralCode, Wording> = {
  words: {
    sentence: 'In their own words, the client wrote something that a professional should talk about with them.',
  },
  eating: { sentence: 'The client answered one or more of the questions about eating with yes.', printed: ASK },
  chest_pain: { sentence: 'The client reported pain or pressure in the chest.' },
  fainting: { sentence: 'The client reported fainting, or dizziness with a loss of balance, in the last 12 months.' },
  insulin: {
    sentence: 'The client reported insulin, or tablets that can make blood sugar too low.',
    printed: ASK,
  },
  pregnancy: { sentence: 'The client is pregnant or breastfeeding.', printed: ASK },
  weight_loss: { sentence: 'The client reported a loss of weight without meaning to, within six months.' },
  kidney: { sentence: 'The client mentioned a condition of the kidneys.' },
  under_age: { sentence: 'The client is under 18.' },
  low_weight: { sentence: 'The weight is low for the height.' },
  low_goal: { sentence: 'The goal weight is low for the height.' },
  low_availability: {
    sentence: 'Over two weeks, the logged food left little energy beside training.',
  },
};

export const SOURCE_LABELS: Record<ObservationSource, string> = {
  answers: 'from the health questions',
  record: 'from the details that the client gave',
  weigh_ins: 'from weigh-ins',
  food_log: 'from the food log and logged workouts',
  own_words: 'from a text of the client',
};

/** The distinct sentences of a letter for paper. */
export const printedSentence = (code: ReferralCode): string =>
  OBSERVATION_WORDS[code].printed ?? OBSERVATION_WORDS[code].sentence;
