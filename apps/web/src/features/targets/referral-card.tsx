import { Button, Stack, Text } from '@mantine/core';
import type { Referral } from '@stridewell/contract/targets/targets.referrals';
import { useQuery } from '@tanstack/react-query';
import { longDate } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { LetterText } from './letter-text.tsx';
import { referralsQuery, usePrepareReferral } from './targets.queries.ts';

type ReferralCardProps = { coachId: string; clientId: string; firstName: string; readOnly: boolean };

/** The letters of a client for a doctor, as the coach sees them. Shows nothing while none exists or is due. */
export function ReferralCard({ coachId, clientId, firstName, readOnly }: ReferralCardProps) {
  const { data } = useQuery(referralsQuery(coachId, clientId));
  const prepare = usePrepareReferral(coachId, clientId);
  if (!data || (!data.isDue && data.letters.length === 0)) return null;
  return (
    <SectionCard title="Referral letter">
      <Stack gap="lg">
        <Muted>
          A letter lists what was seen, without a diagnosis. {firstName} reads it first and decides who gets it. You can
          read it once {firstName} has.
        </Muted>
        {data.isDue && !readOnly && (
          <Stack gap="sm" align="flex-start">
            <Text>Something needs a doctor before numbers, and no letter says so yet.</Text>
            <ProblemAlert error={prepare.error} fallback="No letter was written. Please try again." />
            <Button
              mih={44}
              loading={prepare.isPending}
              onClick={() =>
                prepare.mutate(newId(), { onSuccess: () => toast.success(`The letter is ready for ${firstName}`) })
              }
            >
              Write letter
            </Button>
          </Stack>
        )}
        {data.letters.map((letter) => (
          <Letter key={letter.id} letter={letter} firstName={firstName} />
        ))}
      </Stack>
    </SectionCard>
  );
}

function Letter({ letter, firstName }: { letter: Referral; firstName: string }) {
  const { createdAt, readAt, observations } = letter;
  const zone = useTimeZone();
  const read =
    readAt === null ? `${firstName} has not read it yet.` : `Read by ${firstName} on ${longDate(readAt, zone)}.`;
  return (
    <Stack gap="sm">
      <Text>
        Letter from {longDate(createdAt, zone)}. {read}
      </Text>
      {observations && <LetterText observations={observations} />}
    </Stack>
  );
}
