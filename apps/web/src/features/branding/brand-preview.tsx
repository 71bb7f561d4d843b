import { Anchor, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type BrandInput, brandInput } from '@stridewell/contract/branding/branding';
import { appPalettesOf, HEX_COLOR, palettesOf } from '@stridewell/contract/branding/branding.colors.rules';
import { fileUrl } from '@stridewell/contract/files/files.rules';
import { type CSSProperties, useState } from 'react';
import { Muted } from '../../ui/muted.tsx';
import classes from './brand-preview.module.css';

type BrandPreviewProps = { coachId: string; coachName: string; brand: BrandInput };

const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

/** The server draws these pages with each change, so they follow once the coach pauses. */
const PAUSE_MS = 600;
const PAGES = [
  { page: 'form', label: 'Lead form' },
  { page: 'booking', label: 'Booking page' },
  { page: 'mail', label: 'Email to a client' },
] as const;

/** Colors of the app around a brand. */
const AROUND: Record<Scheme, CSSProperties> = {
  light: { '--sample-ink': '#10201b', '--sample-surface': '#ffffff', '--sample-edge': '#dfe6e1' } as CSSProperties,
  dark: { '--sample-ink': '#e8efeb', '--sample-surface': '#17201c', '--sample-edge': '#1d2722' } as CSSProperties,
};

function portalStyle(color: string, scheme: Scheme): CSSProperties {
  const { paper, accent, onAccent } = appPalettesOf(color)[scheme];
  return {
    ...AROUND[scheme],
    '--sample-paper': paper,
    '--sample-accent': accent,
    '--sample-on-accent': onAccent,
    '--sample-link': palettesOf(color)[scheme].accent,
  } as CSSProperties;
}

/** The draft as clients and leads would see it, in light and in dark. */
export function BrandPreview({ coachId, coachName, brand }: BrandPreviewProps) {
  // A color that is still being typed keeps the last one that was complete.
  const [color, setColor] = useState(brand.color);
  const typed = brand.color.toLowerCase();
  if (HEX_COLOR.test(typed) && typed !== color) setColor(typed);
  const name = brand.name.trim() || coachName;
  const { logoId, iconId } = brand;
  const logo = logoId && fileUrl(coachId, logoId);
  const icon = iconId && fileUrl(coachId, iconId);
  // The server refuses a brand that could not be saved, so the pages keep the last one that could.
  const asked = String(new URLSearchParams({ name, color, ...(logoId && { logoId }), ...(iconId && { iconId }) }));
  const [accepted, setAccepted] = useState(asked);
  if (asked !== accepted && brandInput.safeParse({ name, color, logoId, iconId }).success) setAccepted(asked);
  const [query] = useDebouncedValue(accepted, PAUSE_MS);
  const addressOf = (page: string) => `/exports/${coachId}/brand-preview/${page}?${query}`;
  return (
    <Stack component="section" aria-label="Preview" gap="lg">
      <Title order={2} size="h3">
        Preview
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {SCHEMES.map((scheme) => (
          <Stack key={scheme} gap="xs" miw={0}>
            <Muted>Portal, {scheme}</Muted>
            <div className={classes.frame} style={portalStyle(color, scheme)}>
              <Head name={name} logo={logo} icon={icon} color={color} />
              <div className={classes.body}>
                <Text inherit>Your next session is today at 5:00 PM.</Text>
                <span className={classes.link}>See your sessions</span>
                <span className={classes.button}>Log workout</span>
              </div>
            </div>
          </Stack>
        ))}
      </SimpleGrid>
      <SimpleGrid cols={2} spacing="md">
        {PAGES.flatMap(({ page, label }) =>
          SCHEMES.map((scheme) => (
            <Page key={`${page} ${scheme}`} label={`${label}, ${scheme}`} url={`${addressOf(page)}&scheme=${scheme}`} />
          )),
        )}
      </SimpleGrid>
      <Anchor href={addressOf('program.pdf')} download underline="always">
        Download a sample program as PDF
      </Anchor>
    </Stack>
  );
}

/** A page as the server draws it. The link opens it in full; within the frame it is only a picture. */
const Page = ({ label, url }: { label: string; url: string }) => (
  <Stack gap="xs" miw={0}>
    <Anchor href={url} target="_blank" rel="noopener" size="sm" underline="always" c="dimmed">
      {label}
    </Anchor>
    <div className={`${classes.frame} ${classes.sheet}`} inert>
      <iframe className={classes.page} title={label} src={url} sandbox="" loading="lazy" />
    </div>
  </Stack>
);

type HeadProps = { name: string; logo: string | null; icon: string | null; color: string };

function Head({ name, logo, icon, color }: HeadProps) {
  if (logo) {
    return (
      <div className={classes.head}>
        <img src={logo} alt={name} className={classes.logo} />
      </div>
    );
  }
  return (
    <div className={classes.head}>
      {icon ? (
        <img src={icon} alt="" className={classes.icon} />
      ) : (
        <span className={classes.icon} style={{ background: color }} />
      )}
      <span>{name}</span>
    </div>
  );
}
