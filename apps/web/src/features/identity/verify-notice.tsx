import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { UNEXPECTED } from '../../lib/auth-refusal.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useSendVerification } from './identity.verification.ts';

/** Reminds a coach to verify the email address, and sends another link. */
export function VerifyNotice({ email }: { email: string }) {
  const send = useSendVerification();
  return (
    <Card component="section" aria-label="Your email address" mt="lg" bg="var(--pine-wash)" bd={0}>
      <Stack gap="sm">
        <ProblemAlert error={send.error} fallback={UNEXPECTED} />
        <Group gap="md" wrap="nowrap" align="flex-start">
          <IconMailForward size={22} stroke={1.75} color="var(--pine-text)" style={{ flex: 'none' }} aria-hidden />
          <div>
            <Title order={2} size="h4">
              Verify your email
            </Title>
            <Text>
              We sent a link to <b>{email}</b>. It works for 24 hours. You can keep working: you need it only to invite
              clients.
            </Text>
          </div>
        </Group>
        <Group gap="sm">
          <Button variant="default" loading={send.isPending} onClick={() => send.mutate(email)}>
            Send the link again
          </Button>
          {send.isSuccess && (
            <Text role="status" c="var(--pine-text)">
              A new link is on its way.
            </Text>
          )}
        </Group>
      </Stack>
    </Card>
  );
}
