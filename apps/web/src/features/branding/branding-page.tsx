import { Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { OwnBrand } from '@stridewell/contract/branding/branding';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { longDate } from '../../lib/format.ts';
import { product } from '../../lib/product.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { BrandForm } from './brand-form.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { brandQuery, useUnpublishBrand } from './branding.queries.ts';

type BrandingPageProps = {
  coachId: string;
  coachName: string;
  email: string;
  /** Runs after clients see another brand, which the coach's bar shows too. */
  onChanged: () => void;
};

/** The coach's brand: a draft with its preview, and what clients see. */
export function BrandingPage(props: BrandingPageProps) {
  const { coachId } = props;
  const query = useQuery(brandQuery(coachId));
  return (
    <Stack gap="lg">
      <PageHeader
        title="Branding"
        lead="Your name, logo and color in your clients’ portal, your emails and documents, your lead form and your booking page."
        actions={
          <Button
            variant="default"
            renderRoot={(root) => <Link {...root} to="/coach/$coachId/branding/domain" params={{ coachId }} />}
          >
            Your own domain
          </Button>
        }
      />
      <QueryBoundary query={query} failed="Your brand could not be loaded" loading="Loading your brand" skeleton={420}>
        {(brand) => <Brand {...props} brand={brand} />}
      </QueryBoundary>
    </Stack>
  );
}

function Brand({ coachId, coachName, email, onChanged, brand }: BrandingPageProps & { brand: OwnBrand }) {
  const usual = { name: coachName.slice(0, 40), color: '#14745a', logoId: null, iconId: null };
  const [shown, setShown] = useState(brand.draft ?? usual);
  return (
    <>
      <Standing coachId={coachId} brand={brand} onChanged={onChanged} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl" verticalSpacing="xl">
        <BrandForm
          coachId={coachId}
          email={email}
          brand={brand}
          initial={brand.draft ?? usual}
          onChange={setShown}
          onPublished={onChanged}
        />
        <BrandPreview coachId={coachId} coachName={coachName} brand={shown} />
      </SimpleGrid>
    </>
  );
}

type StandingProps = { coachId: string; brand: OwnBrand; onChanged: () => void };

/** Says which look clients see now, and leads back to the product's. */
function Standing({ coachId, brand: { published, suspended }, onChanged }: StandingProps) {
  const timeZone = useTimeZone();
  const unpublish = useUnpublishBrand(coachId);
  const [asked, setAsked] = useState(false);
  if (suspended) {
    return (
      <Notice tone="warning" title={`Your brand is suspended since ${longDate(suspended.at, timeZone)}`}>
        <Text style={{ whiteSpace: 'pre-line' }}>{suspended.reason}</Text>
        <Text mt="xs">
          Your clients see the look of {product.name} meanwhile. Questions?{' '}
          <Anchor href={`mailto:${product.contactEmail}`} underline="always" c="inherit">
            {product.contactEmail}
          </Anchor>
        </Text>
      </Notice>
    );
  }
  if (!published) return <Muted>Your clients see the look of {product.name} until you publish your brand.</Muted>;
  return (
    <Group justify="space-between" gap="sm">
      <Muted>
        Your clients see “{published.name}”, published {longDate(published.publishedAt, timeZone)}.
      </Muted>
      <Button variant="default" onClick={() => setAsked(true)}>
        Use {product.name}’s look again
      </Button>
      {asked && (
        <ConfirmDialog
          title={`Use ${product.name}’s look again?`}
          confirmLabel={`Use ${product.name}’s look`}
          danger={false}
          action={unpublish}
          fallback="Nothing was changed. Please try again."
          onClose={() => setAsked(false)}
          onConfirm={() =>
            unpublish.mutate(undefined, {
              onSuccess() {
                setAsked(false);
                onChanged();
                toast.success(`Your clients see ${product.name}’s look again`);
              },
            })
          }
        >
          Your clients, leads and emails get the usual look at once. Your draft stays here.
        </ConfirmDialog>
      )}
    </Group>
  );
}
