import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { BrandInput } from '@stridewell/contract/branding/branding';
import { appPalettesOf, HEX_COLOR, palettesOf } from '@stridewell/contract/branding/branding.colors.rules';
import { fileUrl } from '@stridewell/contract/files/files.rules';
import { type CSSProperties, useState } from 'react';
import { Muted } from '../../ui/muted.tsx';
import classes from './brand-preview.module.css';

type BrandPreviewProps = { coachId: string; coachName: string; brand: BrandInput };

const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

/** Colors of the app around a brand. */
const AROUND: Record<Scheme, CSSProperties> = {
  light: {
    '--sample-ink': '#10201b',
    '--sample-surface': '#ffffff',
    '--sample-edge': '#dfe6e1',
    '--sample-control': '#84958d',
  } as CSSProperties,
  dark: {
    '--sample-ink': '#e8efeb',
    '--sample-surface': '#17201c',
    '--sample-edge': '#1d2722',
    '--sample-control': '#7a8b83',
  } as CSSProperties,
};

const paletteStyle = (color: string, scheme: Scheme, palettes = palettesOf(color)): CSSProperties => {
  const { paper, accent, onAccent } = palettes[scheme];
  return {
    ...AROUND[scheme],
    '--sample-paper': paper,
    '--sample-accent': accent,
    '--sample-on-accent': onAccent,
    '--sample-link': palettesOf(color)[scheme].accent,
  } as CSSProperties;
};

/** The draft as clients and leads would see it, in light and in dark. */
export function BrandPreview({ coachId, coachName, brand }: BrandPreviewProps) {
  // A color that is still being typed keeps the last one that was complete.
  const [color, setColor] = useState(brand.color);
  const typed = brand.color.toLowerCase();
  if (HEX_COLOR.test(typed) && typed !== color) setColor(typed);
  const name = brand.name.trim() || coachName;
  const logo = brand.logoId && fileUrl(coachId, brand.logoId);
  const icon = brand.iconId && fileUrl(coachId, brand.iconId);
  return (
    <Stack component="section" aria-label="Preview" gap="lg">
      <Title order={2} size="h3">
        Preview
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {SCHEMES.map((scheme) => (
          <Stack key={scheme} gap="xs" miw={0}>
            <Muted>Portal, {scheme}</Muted>
            <div className={classes.frame} style={paletteStyle(color, scheme, appPalettesOf(color))}>
              <Head name={name} logo={logo} icon={icon} color={color} />
              <div className={classes.body}>
                <Text inherit>Your next session is today at 5:00 PM.</Text>
                <span className={classes.link}>See your sessions</span>
                <span className={classes.button}>Log workout</span>
              </div>
            </div>
          </Stack>
        ))}
        {SCHEMES.map((scheme) => (
          <Stack key={scheme} gap="xs" miw={0}>
            <Muted>Lead form, {scheme}</Muted>
            <div className={classes.frame} style={paletteStyle(color, scheme)}>
              <div className={classes.body}>
                <strong>{logo ? <img src={logo} alt={name} className={classes.logo} /> : name}</strong>
                <Text inherit>Email</Text>
                <div className={classes.field} />
                <span className={classes.button}>Send to {coachName}</span>
              </div>
            </div>
          </Stack>
        ))}
      </SimpleGrid>
      <Stack gap="xs">
        <Muted>Email to a client</Muted>
        <div className={classes.frame} style={paletteStyle(color, 'light')}>
          <div className={classes.mail}>
            {logo ? (
              <img src={logo} alt={name} className={classes.logo} />
            ) : (
              <span className={classes.mailName}>{name}</span>
            )}
            <Text inherit>{coachName} would like to coach you.</Text>
            <span className={classes.button}>Accept invitation</span>
          </div>
        </div>
      </Stack>
    </Stack>
  );
}

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
