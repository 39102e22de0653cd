import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { keepPlace } from './lib/router.svelte'
import { keepShell } from './lib/shell'
import { keepSettings } from './lib/settings.svelte'

keepSettings()
keepPlace()
mount(App, { target: document.getElementById('app')! })
keepShell()
