import type { CheckInDraft } from '@stridewell/contract/checkins/checkins.answers.rules';
import { FORM_LIMITS, MEASUREMENT_SITES, PHOTO_SLOTS } from '@stridewell/contract/checkins/checkins.forms.rules';
import { isId } from '../../device/stored-file.ts';
import {
  isInstant,
  isListOf,
  isNumber,
  isObjectOf,
  isOneOf,
  isRecord,
  isString,
  isTextLike,
  isWhole,
  orNull,
} from '../../lib/shape.ts';

type Answers = CheckInDraft['answers'];

const isQuestionId = isTextLike(/^[a-z0-9-]{1,36}$/);
const isChoice = isListOf(isString, FORM_LIMITS.options);
const isPhotos = isListOf(isObjectOf({ slot: isOneOf(PHOTO_SLOTS), fileId: isId }), PHOTO_SLOTS.length);
const isSite = isOneOf(MEASUREMENT_SITES);

const isText = (value: unknown) =>
  isString(value) && value.trim().length <= FORM_LIMITS.longText && !value.includes('\u0000');
const isMeasurements = (value: unknown) =>
  isRecord(value) && Object.entries(value).every(([site, size]) => isSite(site) && isNumber(size));

const isAnswers = (value: unknown): value is Answers =>
  isRecord(value) &&
  Object.keys(value).length <= FORM_LIMITS.questions &&
  Object.entries(value).every(
    ([id, answer]) =>
      isQuestionId(id) &&
      (isNumber(answer) || isText(answer) || isChoice(answer) || isPhotos(answer) || isMeasurements(answer)),
  );

/** A check-in that is not saved yet, as this device stores it. */
export const isUnsavedDraft = isObjectOf<Omit<CheckInDraft, 'savedAt'>>({
  id: isId,
  templateId: orNull(isId),
  version: isWhole,
  answers: isAnswers,
});

/** A draft as the server has it. */
export const isCheckInDraft = (value: unknown): value is CheckInDraft =>
  isUnsavedDraft(value) && isInstant(Reflect.get(value, 'savedAt'));
