import { Stack, Text } from '@mantine/core';
import type { OwnDomain, OwnSender } from '@stridewell/contract/domains/domains';
import { SectionCard } from '../../ui/section-card.tsx';
import { SenderCard } from './sender-card.tsx';
import { AddSender } from './sender-form.tsx';

type Props = {
  coachId: string;
  timeZone: string;
  domain: OwnDomain | null;
  sender: OwnSender | null;
  isOffered: boolean;
};

/** The address that emails in the coach's brand come from. */
export function SenderSection({ coachId, timeZone, domain, sender, isOffered }: Props) {
  if (sender) return <SenderCard coachId={coachId} timeZone={timeZone} sender={sender} domain={domain} />;
  const canAdd = isOffered && domain !== null && domain.verifiedAt !== null;
  return (
    <SectionCard title="Sender address">
      <Stack gap="md">
        <Text>Emails in your brand come from our address, in your name. Replies go to the email of your account.</Text>
        {canAdd ? (
          <AddSender coachId={coachId} mailDomain={domain.mailDomain} />
        ) : (
          <Text>
            {isOffered
              ? 'Once your domain is verified, they can come from your own address.'
              : 'Sending from your own address is not available here yet.'}
          </Text>
        )}
      </Stack>
    </SectionCard>
  );
}
