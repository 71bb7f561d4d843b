import { Button, Group, Stack, Text } from '@mantine/core';
import type { OwnReferral } from '@stridewell/contract/targets/targets.referrals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { longDate } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { LetterText } from './letter-text.tsx';
import { ownLetterFileUrl, ownReferralsQuery, useMarkReferralRead } from './targets.queries.ts';

/** The letters of a client for a doctor. Shows nothing without any. */
export function OwnLettersCard({ coachName }: { coachName: string }) {
  const { data } = useQuery(ownReferralsQuery());
  const [letter, ...older] = data?.letters ?? [];
  if (!letter) return null;
  return (
    <SectionCard title="A letter for your doctor">
      <Stack gap="lg">
        <Text>
          Something in your details is for a doctor or dietitian to look at before any numbers. You are the first to
          read this letter, and you decide who else gets it. It is no diagnosis.
        </Text>
        {[letter, ...older].map((one) => (
          <Letter key={one.id} letter={one} />
        ))}
        <Muted>
          {coachName} sees that the letter exists, and its text once you have opened it. A saved letter leaves out
          medication, pregnancy and eating history: tell your doctor about them in person.
        </Muted>
      </Stack>
    </SectionCard>
  );
}

function Letter({ letter }: { letter: OwnReferral }) {
  const { id, createdAt, readAt, observations } = letter;
  const [isOpen, setOpen] = useState(false);
  const mark = useMarkReferralRead();
  const zone = useTimeZone();
  const day = longDate(createdAt, zone);
  const toggle = () => {
    setOpen(!isOpen);
    if (!isOpen && readAt === null) mark.mutate(id);
  };
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button variant="default" mih={44} aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? 'Close letter' : `Read letter from ${day}`}
        </Button>
        {isOpen && (
          <Button component="a" href={ownLetterFileUrl(id)} download variant="light" mih={44}>
            Save letter as PDF
          </Button>
        )}
      </Group>
      <ProblemAlert error={mark.error} fallback="The letter could not be marked as read. Please open it again." />
      {isOpen && <LetterText observations={observations} />}
    </Stack>
  );
}
