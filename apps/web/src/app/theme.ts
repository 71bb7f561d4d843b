import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

const pine: MantineColorsTuple = [
  '#EAF6F1',
  '#D3EADF',
  '#A6D6C2',
  '#76C1A3',
  '#4FAE88',
  '#359F77',
  '#21886A',
  '#14745A',
  '#0C5D48',
  '#064636',
];
const ember: MantineColorsTuple = [
  '#FDEEE9',
  '#FADBD1',
  '#F5B8A5',
  '#F08A68',
  '#EC7450',
  '#E8603C',
  '#D14F2D',
  '#B4441F',
  '#8F3517',
  '#6B270F',
];
/** Neutrals with a green-grey tint; the component library calls them gray and dark. */
const gray: MantineColorsTuple = [
  '#F5F8F5',
  '#EDF1ED',
  '#DFE6E1',
  '#CBD5CF',
  '#AAB8B1',
  '#84958D',
  '#63756D',
  '#4A5A53',
  '#2F3D37',
  '#10201B',
];
const dark: MantineColorsTuple = [
  '#E8EFEB',
  '#C3CFC9',
  '#9DADA5',
  '#7A8B83',
  '#3A4741',
  '#2A3530',
  '#1D2722',
  '#141D19',
  '#0E1512',
  '#0A100D',
];
const yellow: MantineColorsTuple = [
  '#FDF5E1',
  '#FAE8BD',
  '#F3D489',
  '#EABF55',
  '#DFA92A',
  '#D29708',
  '#C98A00',
  '#8A5F00',
  '#6E4B00',
  '#513700',
];
const red: MantineColorsTuple = [
  '#FCECEB',
  '#F8D6D4',
  '#F0AEAB',
  '#E8837F',
  '#E06561',
  '#D9504B',
  '#CF3F3A',
  '#B3322E',
  '#932521',
  '#731A17',
];

export const theme = createTheme({
  colors: { pine, ember, gray, dark, red, yellow },
  primaryColor: 'pine',
  primaryShade: 7,
  black: '#10201B',
  white: '#FFFFFF',
  fontFamily: "'Figtree Variable', 'Figtree Stand-in', 'Segoe UI', system-ui, sans-serif",
  headings: {
    fontFamily: "'Bricolage Grotesque Variable', 'Bricolage Grotesque Stand-in', system-ui, sans-serif",
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '1.2' },
      h2: { fontSize: '20px', lineHeight: '1.3' },
      h3: { fontSize: '16px', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '40px' },
  radius: { sm: '6px', md: '8px', lg: '10px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // For the one most important action of a screen. White on ember would be too faint, so it carries ink.
  variantColorResolver: (input) =>
    input.variant === 'ember'
      ? { background: ember[5], hover: ember[4], color: '#10201B', border: '1px solid transparent' }
      : defaultVariantColorsResolver(input),
  // By name and without their imports, so that a page loads no component that it does not show.
  components: {
    Avatar: { defaultProps: { color: 'pine', radius: 'xl' } },
    Card: { defaultProps: { radius: 'lg', padding: 'lg' } },
    Badge: {
      defaultProps: { radius: 'xl', variant: 'light' },
      styles: { label: { textTransform: 'none', fontWeight: 600 } },
    },
    Alert: { defaultProps: { radius: 'lg' } },
    Modal: {
      defaultProps: {
        radius: 'lg',
        closeButtonProps: { 'aria-label': 'Close', 'data-reads': true },
        // A header inside a dialog is no landmark of the page.
        attributes: { header: { role: 'none' } },
      },
    },
    // A menu may hold nothing but items; its first one gets the focus instead.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    TextInput: { defaultProps: { size: 'md' } },
    // The library keeps its button from the keyboard.
    PasswordInput: { defaultProps: { size: 'md', visibilityToggleButtonProps: { tabIndex: 0 } } },
  },
});

/** Shades that the component library picks automatically, and that would be too faint to read. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-dimmed': gray[7],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-error': red[7],
    '--mantine-color-red-light': red[0],
    // Differs from the background of a hovered row.
    '--mantine-color-gray-light': gray[2],
    '--mantine-color-gray-light-color': gray[8],
  },
  dark: {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': dark[0],
    '--mantine-color-dimmed': '#B4C2BB',
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-error': red[2],
    // The library derives these from the darkest shades, which leaves holes on a dark surface.
    '--mantine-color-pine-light': '#17392F',
    '--mantine-color-pine-light-hover': '#1D483B',
    '--mantine-color-pine-light-color': pine[2],
    '--mantine-color-gray-light': dark[4],
    '--mantine-color-gray-light-hover': '#46544D',
    '--mantine-color-gray-light-color': dark[0],
    '--mantine-color-red-light': '#3A1B19',
    '--mantine-color-red-light-hover': '#4A2220',
    '--mantine-color-red-light-color': red[2],
    '--mantine-color-yellow-light': '#35290E',
    '--mantine-color-yellow-light-hover': '#443512',
    '--mantine-color-yellow-light-color': yellow[2],
  },
});
