import { Stack, Text, TextInput } from '@mantine/core';
import { domainInput } from '@stridewell/contract/domains/domains';
import { useQuery } from '@tanstack/react-query';
import { toast } from '../../lib/toasts.ts';
import { Form } from '../../ui/form.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { DomainCard } from './domain-card.tsx';
import { domainQuery, useClaimDomain } from './domains.queries.ts';
import { SenderSection } from './sender-section.tsx';

/** The domain at which the coach's clients sign in, and the address that emails come from. */
export const DomainSection = ({ coachId, timeZone }: { coachId: string; timeZone: string }) => (
  <QueryBoundary query={useQuery(domainQuery(coachId))} failed="Your domain could not be loaded" skeleton={260}>
    {({ domain, isOffered, sender, isSenderOffered }) => (
      <Stack gap="lg">
        {domain ? (
          <DomainCard coachId={coachId} timeZone={timeZone} domain={domain} />
        ) : isOffered ? (
          <AddDomain coachId={coachId} />
        ) : (
          <NotOffered />
        )}
        <SenderSection
          coachId={coachId}
          timeZone={timeZone}
          domain={domain}
          sender={sender}
          isOffered={isSenderOffered}
        />
      </Stack>
    )}
  </QueryBoundary>
);

const NotOffered = () => (
  <SectionCard title="Your domain">
    <Text>Domains are not available here yet. Your clients sign in at the usual address.</Text>
  </SectionCard>
);

function AddDomain({ coachId }: { coachId: string }) {
  const claim = useClaimDomain(coachId);
  const form = useSchemaForm(domainInput, {
    initialValues: { domain: '' },
    submit: (input) => claim.mutateAsync(input),
    fallback: 'The domain was not added. Please try again.',
    onDone: ({ domain }) => toast.success('Domain added', domain.domain),
  });
  return (
    <SectionCard title="Your domain">
      <Stack gap="md">
        <Text>
          Enter a domain that you own. You then add two DNS records where you manage it, and your clients can sign in
          there.
        </Text>
        <Form form={form} submitLabel="Add domain">
          <TextInput
            size="md"
            label="Domain"
            placeholder="portal.example.com"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('domain')}
          />
        </Form>
      </Stack>
    </SectionCard>
  );
}
