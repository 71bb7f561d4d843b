import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { SectionCard } from '../../ui/section-card.tsx';

const TOKEN = /(?:^|\/invitation\/)([\w-]{20,200})\/?$/;

type NoCoachProps = {
  title: string;
  /** Opens an invitation by the token at the end of its link. */
  onInvitation: (token: string) => void;
};

/** Explains how to get a coach, and opens an invitation from its link. */
export function NoCoach({ title, onInvitation }: NoCoachProps) {
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const token = link.trim().match(TOKEN)?.[1];
    if (token) onInvitation(token);
    else setProblem('This link is not complete. Copy the whole link from the email.');
  };
  return (
    <SectionCard title={title}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>Ask a coach for an invitation. It arrives by email. Open its link, or paste it here.</Text>
          <TextInput
            label="Invitation link"
            autoComplete="off"
            error={problem}
            value={link}
            onChange={(event) => {
              setLink(event.currentTarget.value);
              setProblem(null);
            }}
          />
          <Group>
            <Button type="submit" variant="default" mih={44}>
              Open invitation
            </Button>
          </Group>
        </Stack>
      </form>
    </SectionCard>
  );
}
