import { PHOTO_SLOT_LABELS, photosOfAnswers } from '@stridewell/contract/checkins/checkins.forms.rules';
import { withoutHiddenAnswers } from '@stridewell/contract/checkins/checkins.hidden.rules';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { messageOf } from '../../lib/errors.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { endedText, UnsentCard } from '../../shared/unsent-card.tsx';
import { UnsentFiles } from '../../shared/unsent-files.tsx';
import { retryCheckIn, type UndeliveredCheckIn, useDiscardCheckIn } from './checkins.undelivered.ts';
import { answerLines, WrittenAnswers } from './written-answers.tsx';

type UndeliveredCheckInCardProps = {
  userId: string;
  checkIn: UndeliveredCheckIn;
  units: UnitSystem;
  /** Numbers are hidden from the client. */
  isBlind: boolean;
};

/** A check-in that cannot be delivered, with all the answers that are shown to the client. */
export function UndeliveredCheckInCard({ userId, checkIn, units, isBlind }: UndeliveredCheckInCardProps) {
  const { coachId, coachName, form, writtenAt, isDraft, hold } = checkIn;
  const answers = isBlind ? withoutHiddenAnswers(form?.questions, checkIn.answers) : checkIn.answers;
  const discard = useDiscardCheckIn(userId);
  const questions = form && { questions: form.questions.filter(({ type }) => type !== 'photo') };
  const lines = answerLines(questions, answers, units);
  const zone = useTimeZone();
  const day = writtenAt && dayInZone(new Date(writtenAt), zone);
  return (
    <UnsentCard
      title={isDraft ? 'Check-in draft' : 'Check-in'}
      when={day && relativeDayLabel(day, dayInZone(new Date(serverNow()), zone))}
      reason={hold?.message ?? endedText(coachName, 'check-in')}
      copied={lines.map(({ label, text }) => `${label}: ${text}`).join('\n')}
      onRetry={hold && (() => retryCheckIn(userId, checkIn))}
      onDiscard={() =>
        discard.mutate(checkIn, {
          onError: (error) => toast.error('Not discarded', messageOf(error, 'Check your connection and try again.')),
        })
      }
    >
      <WrittenAnswers lines={lines} />
      <UnsentFiles
        coachId={coachId}
        files={photosOfAnswers(answers).map(({ slot, fileId }) => ({
          id: fileId,
          kind: 'image',
          label: PHOTO_SLOT_LABELS[slot],
          fileName: `${slot}.jpg`,
        }))}
      />
    </UnsentCard>
  );
}
