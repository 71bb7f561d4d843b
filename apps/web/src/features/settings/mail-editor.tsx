import { Button, Code, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { MailDetails } from '@stridewell/contract/settings/settings';
import { NO_MAIL_TEXTS } from '@stridewell/contract/settings/settings.mails.rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { Muted } from '../../ui/muted.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { MailPreviewCard } from './mail-preview-card.tsx';
import { mailQuery, usePreviewMail, useSaveMail, useSendTestMail } from './settings.queries.ts';
import { SettingsForm } from './settings-form.tsx';

/** A mail with the words that can be changed, and how it looks. */
export function MailEditor({ mail: loaded }: { mail: MailDetails }) {
  // Newer words of another operator wait until this one asks for them.
  const [mail, setMail] = useState(loaded);
  const client = useQueryClient();
  const reload = async () => setMail(await client.fetchQuery({ ...mailQuery(loaded.name), staleTime: 0 }));
  return <Editor key={mail.version} mail={mail} reload={reload} />;
}

function Editor({ mail, reload }: { mail: MailDetails; reload: () => Promise<void> }) {
  const { name, parts, texts, version, placeholders, changed } = mail;
  const [preview, setPreview] = useState(mail.preview);
  const save = useSaveMail();
  const show = usePreviewMail();
  const saveTexts = async (wanted: typeof texts) => {
    await save.mutateAsync({ name, texts: wanted, basedOn: version });
    await reload();
  };
  const form = useSchemaForm(async () => (await import('@stridewell/contract/settings/settings')).mailTexts, {
    initialValues: texts,
    fieldFor: (path) => path.replace(/^texts\./, ''),
    async submit(wanted) {
      await saveTexts(wanted);
      toast.success('Email saved', 'The next email uses this text.');
    },
  });
  const failed = (title: string) => (error: unknown) => toast.error(title, messageOf(error, 'Please try again.'));
  const restore = () =>
    void saveTexts(NO_MAIL_TEXTS).then(
      () => toast.success('Standard text restored'),
      failed('The email was not changed'),
    );
  const update = () => {
    if (form.validate().hasErrors) return;
    void show.mutateAsync({ name, texts: form.getValues() }).then(setPreview, failed('The email cannot be shown'));
  };
  return (
    <Stack gap="lg">
      <SectionCard title={mail.label}>
        <Text mb="md" c="dimmed">
          {mail.about}
        </Text>
        {parts.length === 0 ? (
          <Muted>This email is written by a person, so there is no text to edit.</Muted>
        ) : (
          <SettingsForm form={form} submitLabel="Save email" onReload={() => void reload()}>
            {parts.includes('subject') && (
              <TextInput
                label="Subject"
                description="Leave it empty for the standard subject."
                {...form.getInputProps('subject')}
              />
            )}
            {parts.includes('introduction') && (
              <Textarea
                size="md"
                label="Introduction"
                description="A paragraph above the standard text. Leave it empty for none."
                autosize
                minRows={3}
                maxRows={10}
                {...form.getInputProps('introduction')}
              />
            )}
            <Placeholders placeholders={placeholders} />
            <Group>
              <Button variant="default" onClick={update} loading={show.isPending}>
                Update preview
              </Button>
              {changed && (
                <Button variant="default" onClick={restore} loading={save.isPending && !form.busy}>
                  Restore standard text
                </Button>
              )}
            </Group>
          </SettingsForm>
        )}
      </SectionCard>
      <MailPreviewCard preview={preview} actions={<TestButton name={name} />} />
    </Stack>
  );
}

const Placeholders = ({ placeholders }: Pick<MailDetails, 'placeholders'>) => (
  <Stack gap={4}>
    <Muted>Placeholders become the values of the email:</Muted>
    <Group component="ul" gap="4px 16px" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Placeholders">
      {placeholders.map(({ name, sample }) => (
        <Text key={name} component="li" size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Code>{`{${name}}`}</Code> {sample}
        </Text>
      ))}
    </Group>
  </Stack>
);

function TestButton({ name }: { name: string }) {
  const test = useSendTestMail();
  const send = () =>
    void test.mutateAsync(name).then(
      ({ to }) => toast.success('Test sent', `It goes to ${to} with sample values and the saved text.`),
      (error: unknown) => toast.error('The test was not sent', messageOf(error, 'Please try again.')),
    );
  return (
    <Button variant="default" size="compact-sm" onClick={send} loading={test.isPending}>
      Send a test to me
    </Button>
  );
}
