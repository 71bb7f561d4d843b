import { PHOTO_SLOT_LABELS, photosOfAnswers } from '@stridewell/contract/checkins.forms.rules';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { endedText, UnsentCard } from '../../components/unsent-card.tsx';
import { UnsentFiles } from '../../components/unsent-files.tsx';
import { messageOf } from '../../lib/errors.ts';
import { browserTimeZone } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { toast } from '../../lib/toasts.ts';
import { type LeftCheckIn, retryCheckIn, useDiscardCheckIn } from './checkins.left.ts';
import { answerLines, WrittenAnswers } from './written-answers.tsx';

type LeftCheckInCardProps = {
  userId: string;
  left: LeftCheckIn;
  units: UnitSystem;
};

/** A check-in that cannot be sent, with everything that was answered. */
export function LeftCheckInCard({ userId, left, units }: LeftCheckInCardProps) {
  const { coachId, coachName, form, answers, writtenAt, begun, hold } = left;
  const discard = useDiscardCheckIn(userId);
  const lines = answerLines(
    form && { questions: form.questions.filter(({ type }) => type !== 'photo') },
    answers,
    units,
  );
  const zone = browserTimeZone();
  const day = writtenAt && dayInZone(new Date(writtenAt), zone);
  return (
    <UnsentCard
      title={begun ? 'Begun check-in' : 'Check-in'}
      when={day && relativeDayLabel(day, dayInZone(new Date(serverNow()), zone))}
      reason={hold?.message ?? endedText(coachName, 'check-in')}
      copied={lines.map(({ label, text }) => `${label}: ${text}`).join('\n')}
      onRetry={hold && (() => retryCheckIn(userId, left))}
      discarding={discard.isPending}
      onDiscard={() =>
        discard.mutate(left, {
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
