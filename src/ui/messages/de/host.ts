/** Die Zeile in der Seitenleiste der Erweiterung über die Seite daneben. */
export const host = {
  label: 'Die Seite daneben',
  from: (title: string) => (title === '' ? 'Von der Seite daneben' : `Von „${title}“`),
  putBack: 'Zurücksetzen',
  show: 'Dort anzeigen',
  takes: {
    shown: 'Auf seiner Seite ist dieser Text nicht änderbar: kopiere ihn, oder lass ihn dort anzeigen, bis sie neu geladen wird.',
    none: 'Dieses Feld nimmt keinen Text an. Kopiere ihn.',
  },
  notices: {
    nothing: 'Nichts ist markiert. Markiere Text auf der Seite und klicke dann auf die Schaltfläche von Otherwise in der Symbolleiste.',
    closed:
      'Diese Seite lässt sich nicht lesen. Markiere Text darauf und klicke auf die Schaltfläche von Otherwise in der Symbolleiste; ' +
      'Seiten des Browsers selbst bleiben verschlossen.',
    kept: 'Der Text steht wieder auf seiner Seite.',
    shown: 'Die Seite zeigt ihn, bis sie neu geladen wird; gespeichert ist dort nichts.',
    changed:
      'Die Stelle auf der Seite hat sich geändert, der Text kam nicht dorthin. Kopiere ihn, oder markiere die Stelle und klicke ' +
      'noch einmal auf die Schaltfläche.',
    long: 'In das Feld auf der Seite passt weniger Text. Kürze oder kopiere ihn.',
    gone:
      'Die Seite wurde verlassen oder neu geladen. Kopiere den Text, oder markiere seine Stelle und klicke auf die Schaltfläche von ' +
      'Otherwise in der Symbolleiste.',
  },
};
