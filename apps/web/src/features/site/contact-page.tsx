import { Card, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DisplayHeader } from '../../ui/display-header.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ContactLink } from './contact-link.tsx';
import { Point } from './point.tsx';
import classes from './site.module.css';

const NEXT = [
  { title: 'A person reads it', text: 'Your message arrives in our inbox with everything you fill in here.' },
  {
    title: 'You get an answer by email',
    text: 'From a person who read your question, to the business email you gave us.',
  },
  { title: 'We talk, if it helps', text: 'A short call when your question is easier to show than to write.' },
] as const;

/** In the place of the form while the operator has turned it off. */
export const ContactClosed = () => (
  <Notice tone="warning" title="The contact form is closed">
    Please write us an email instead: <ContactLink />
  </Notice>
);

/** The page around the contact form, with the next steps beside it. */
export function ContactPage({ form }: { form: ReactNode }) {
  return (
    <div className={classes.contact}>
      <header>
        <DisplayHeader
          title="Get in Touch"
          lead="A question, an idea, or a spreadsheet you are tired of: tell us, and we will see what we can do."
        />
      </header>
      <Card p={{ base: 20, xs: 32 }}>{form}</Card>
      <aside aria-label="What happens next">
        <Title order={2} mb={20}>
          What happens next
        </Title>
        <Stack component="ol" gap="lg">
          {NEXT.map(({ title, text }, index) => (
            <Point key={title} mark={index + 1} title={title}>
              {text}
            </Point>
          ))}
        </Stack>
        <Divider my="lg" />
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <IconMail size={20} stroke={1.75} color="var(--pine-text)" aria-hidden />
          <Text>
            Prefer to write an email?
            <br />
            <ContactLink />
          </Text>
        </Group>
      </aside>
    </div>
  );
}
