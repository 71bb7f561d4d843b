import { Button, Group, NativeSelect, SimpleGrid, Stack, Textarea, TextInput, VisuallyHidden } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  botProblem,
  CONTACT_REQUIRED,
  type ContactForm as ContactValues,
  contactFieldProblems,
  contactProblem,
  SOURCE_CHANNELS,
} from '@stridewell/contract/site/site.rules';
import { useRef, useState } from 'react';
import { codeOf, isUnreachable, messageOf } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { visitorRpc } from '../../lib/visitor-rpc.ts';

/** In the order of the screen, so that the first field with a problem gets the focus. */
const EMPTY: ContactValues = {
  firstName: '',
  lastName: '',
  businessName: '',
  businessPhone: '',
  businessEmail: '',
  sourceChannel: '',
  referralName: '',
  otherSource: '',
  message: '',
};

const BOT_ANSWERS = ['Bot detected', 'Form filled too quickly'];
const FAILED = 'Failed to submit form';
const NOT_SENT = 'Unable to send your message. Please try again later.';

function problemOf(error: unknown): string {
  if (isUnreachable(error)) return NOT_SENT;
  return codeOf(error) === 'RATE_LIMITED' ? messageOf(error, FAILED) : FAILED;
}

const refuse = (problem: string): void =>
  toast.error(
    'Something went wrong',
    BOT_ANSWERS.includes(problem) ? 'Security validation failed. Please try again.' : problem,
  );

/** The contact form. A failure keeps the typed text, and the server ignores a second submission with the same id. */
export function ContactForm() {
  const [id, setId] = useState(newId);
  const [loadedAt] = useState(Date.now);
  const [honeypot, setHoneypot] = useState('');
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const form = useForm({ initialValues: EMPTY, validate: contactFieldProblems });
  const { sourceChannel } = form.values;

  const submit = async () => {
    if (sending.current) return;
    const bot = botProblem({ honeypotValue: honeypot, loadedAt, now: Date.now() });
    if (bot) return refuse(bot);
    const problem = contactProblem(form.values);
    if (problem) {
      const { errors } = form.validate();
      const first = Object.keys(EMPTY).find((field) => errors[field]);
      if (first) form.getInputNode(first)?.focus();
      return refuse(problem);
    }
    sending.current = true;
    setBusy(true);
    try {
      const { userAgent } = navigator;
      const { success, error } = await visitorRpc.functions.secureFormSubmission({
        formType: 'contact',
        formData: form.values,
        honeypotValue: honeypot,
        timestamp: loadedAt,
        userAgent,
        id,
      });
      if (!success) return refuse(error ?? 'Form submission failed');
      toast.success('Message sent!', "We've received your message and will get back to you soon.");
      form.reset();
      setId(newId());
    } catch (error) {
      refuse(problemOf(error));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  const required = (field: keyof typeof CONTACT_REQUIRED) => ({
    label: CONTACT_REQUIRED[field],
    required: true,
    ...form.getInputProps(field),
  });

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput autoComplete="given-name" {...required('firstName')} />
          <TextInput autoComplete="family-name" {...required('lastName')} />
        </SimpleGrid>
        <TextInput autoComplete="organization" {...required('businessName')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput type="tel" autoComplete="tel" {...required('businessPhone')} />
          <TextInput type="email" autoComplete="email" {...required('businessEmail')} />
        </SimpleGrid>
        <NativeSelect
          label="How did you find us?"
          size="md"
          data={[{ value: '', label: 'Choose one, if you like' }, ...SOURCE_CHANNELS]}
          {...form.getInputProps('sourceChannel')}
          onChange={({ currentTarget: { value } }) =>
            form.setValues({
              sourceChannel: SOURCE_CHANNELS.find((channel) => channel === value) ?? '',
              referralName: '',
              otherSource: '',
            })
          }
        />
        {sourceChannel === 'Referral' && (
          <TextInput label="Who told you about us?" autoComplete="off" {...form.getInputProps('referralName')} />
        )}
        {sourceChannel === 'Other' && (
          <TextInput label="Where?" autoComplete="off" {...form.getInputProps('otherSource')} />
        )}
        <Textarea
          label="Message"
          description="Optional. What are you working on, and what gets in the way?"
          size="md"
          autosize
          minRows={4}
          maxRows={14}
          {...form.getInputProps('message')}
        />
        {/* Out of sight rather than not displayed: programs leave fields alone that are not displayed. */}
        <VisuallyHidden aria-hidden="true">
          <label>
            Website
            <input
              name="website"
              tabIndex={-1}
              autoComplete="off"
              value={honeypot}
              onChange={({ currentTarget: { value } }) => setHoneypot(value)}
            />
          </label>
        </VisuallyHidden>
        <Group mt="xs">
          <Button type="submit" size="lg" aria-busy={busy} {...(busy && { 'data-disabled': true })}>
            {busy ? 'Sending...' : 'Send Message'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
