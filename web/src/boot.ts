// Runs before the page is painted: the theme, so that nothing flashes.
import { applyTheme, chosenTheme, systemTheme } from "./theme";

applyTheme(chosenTheme() ?? systemTheme());
