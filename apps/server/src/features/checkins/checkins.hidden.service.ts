import type { CheckIn } from '@stridewell/contract/checkins/checkins.answers.rules';
import type { Form } from '@stridewell/contract/checkins/checkins.forms.rules';
import { withOptionalHidden, withoutHiddenAnswers } from '@stridewell/contract/checkins/checkins.hidden.rules';
import { readsWithoutNumbers } from '../../core/tenancy/numbers.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findForm } from './checkins.data.ts';

type PersonTx = Tx<ClientScope | CoachScope>;

const withoutHidden = <Of extends CheckIn>(checkIn: Of, form: Form | undefined): Of => ({
  ...checkIn,
  weightKg: null,
  answers: withoutHiddenAnswers(form?.questions, checkIn.answers),
});

const isFormOf = (form: Form, { templateId, version }: CheckIn): boolean =>
  form.templateId === templateId && form.version === version;

/**
 * Check-ins without what is hidden from their reader. A check-in whose form is not in `forms` is shown without any
 * number.
 */
export const shownCheckIns = <Of extends CheckIn>(tx: PersonTx, list: readonly Of[], forms: readonly Form[]): Of[] =>
  readsWithoutNumbers(tx)
    ? list.map((checkIn) =>
        withoutHidden(
          checkIn,
          forms.find((form) => isFormOf(form, checkIn)),
        ),
      )
    : [...list];

/** A check-in without what is hidden from its reader. */
export async function shownCheckIn(tx: PersonTx, checkIn: CheckIn): Promise<CheckIn> {
  return readsWithoutNumbers(tx) ? withoutHidden(checkIn, await findForm(tx, checkIn)) : checkIn;
}

/** A form whose hidden questions its reader may leave open. */
export const shownForm = (tx: PersonTx, form: Form): Form =>
  readsWithoutNumbers(tx) ? { ...form, questions: withOptionalHidden(form.questions) } : form;
